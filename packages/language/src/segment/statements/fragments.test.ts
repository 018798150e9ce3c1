import { describe, expect, it } from 'vitest';
import { segment } from '../segment.js';
import { isValue } from './fragments.js';

const nobody = new Set<string>();

it.each([
  'wednesday noon',
  'sorry, wednesday noon',
  'at 14',
  'Lisbon',
  'about 300 euros',
  'the blue door',
  'beagle!!',
  '128!',
])('is a value: %s', (spoken) => {
  expect(isValue(spoken, nobody)).toBe(true);
});

it.each([
  'ok',
  'We meet on Wednesday.',
  'Correction: 14, not 40.',
  'on the 3rd of May in the old town hall by the river',
])('is none: %s', (spoken) => {
  expect(isValue(spoken, nobody)).toBe(false);
});

it('is no name of those who talk', () => {
  expect(isValue('Jonas!', new Set(['jonas']))).toBe(false);
  expect(isValue('Jonas!', nobody)).toBe(true);
});

describe('a value in a talk', () => {
  const contents = (text: string) => segment({ text, source: 'chat' }).map(({ content }) => content);

  it('is kept with what the same person said before', () => {
    expect(contents('Mara: We meet on Tuesday.\nBen: Good to know.\nMara: sorry, wednesday noon').at(-1)).toBe(
      'Mara, after "We meet on Tuesday.": sorry, wednesday noon',
    );
  });

  it('is no value of what somebody else said, nor of a question', () => {
    expect(contents('Mara: We meet on Tuesday.\nBen: wednesday noon').at(-1)).toBe('Ben: wednesday noon');
    expect(contents('Mara: Is it Tuesday?\nBen: Hm, well.\nMara: wednesday noon').at(-1)).toBe('Mara: wednesday noon');
  });
});

import { describe, expect, it } from 'vitest';
import { segment } from '../segment.js';
import { answers, correctionIn, isTag, isValue } from './leaning.js';

describe('an answer', () => {
  it.each([
    ['Where do you live?', 'Lisbon.'],
    ['Are you allergic to anything?', 'peanuts'],
    ['So you prefer window seats?', 'Yes, always.'],
    ['Which one is yours?', "it's the blue one"],
    ['Should I always answer in Danish?', 'yes'],
    ['Where do you live?', 'I would say so'],
  ])('%s %s', (question, spoken) => {
    expect(answers(question, spoken)).toBe(true);
  });

  it.each([
    ['says by itself what was asked', 'Where do you live?', 'I live in Lisbon.'],
    ['is long enough to stand alone', 'What do you do?', 'My brother and I repair old boats.'],
    ['asks back', 'Where do you live?', 'Why do you ask?'],
    ['gives leave', 'Shall I book it?', 'Yes please'],
    ['is polite', 'How are you doing today?', 'Tired.'],
    ['has no word', 'Where do you live?', '👍'],
    ['is a tale', 'Where do you live?', 'there '.repeat(21).trim()],
    ['has nothing to answer', null, 'Lisbon.'],
  ])('is none where it %s', (_why, question, spoken) => {
    expect(answers(question, spoken)).toBe(false);
  });

  it('is none to a question longer than anybody would quote', () => {
    expect(answers(`Where ${'or where '.repeat(30)}do you live?`, 'Lisbon.')).toBe(false);
  });
});

it.each([
  ['Is that right?', true],
  ['Do I have that right?', true],
  ['And is it still correct?', true],
  ['Is that your dog?', false],
  ['Where is it?', false],
])('%s only asks about what was said before: %s', (question, expected) => {
  expect(isTag(question)).toBe(expected);
});

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
])('is no value: %s', (spoken) => {
  expect(isValue(spoken, nobody)).toBe(false);
});

it('is no value where it is a name of those who talk', () => {
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

describe('a correction', () => {
  it.each([
    ["Correction: it's 14, not 40.", '14', '40'],
    ["It's port 8443, not 8080.", 'port 8443', '8080'],
    ['Sorry, that should be Thursday instead of Tuesday!', 'Thursday', 'Tuesday'],
    ['No, I meant Oslo, not Rome.', 'Oslo', 'Rome'],
    ['Actually it’s half past six, not six.', 'half past six', 'six'],
  ])('says what is right and what was said: %s', (words, now, was) => {
    expect(correctionIn(words)).toEqual({ now, was, opening: 'Correction: ' });
  });

  it.each([
    'The rent is 900, not 950.',
    'Correction: the deadline is 3 April.',
    "It's not 40.",
    "It's a lovely place, and we go there every summer with the whole family, not only the children.",
    'Oslo, not Rome',
  ])('is none where it says itself what it is about, or does not say what was wrong: %s', (words) => {
    expect(correctionIn(words)).toBeNull();
  });

  it('is found in no time, however long a text is', () => {
    expect(correctionIn(`Correction: ${"it's ".repeat(20_000)}`)).toBeNull();
  });
});

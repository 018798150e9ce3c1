import type { Named } from '@hippocamp/shared/language/named';
import { describe, expect, it } from 'vitest';
import { namedIn } from './names.js';

const short = ({ name, kind, certain }: Named) => `${name}: ${kind}${certain ? '' : '?'}`;
const named = (content: string) => namedIn({ content }).map(short);

describe('names in a text', () => {
  it.each<[string, string[]]>([
    ['Mara lives in Porto and works at Nordbank.', ['Mara: person', 'Porto: place', 'Nordbank: organisation']],
    ['I met Anna Berg in Lisbon.', ['Anna Berg: thing', 'Lisbon: thing']],
    ['My sister is called Ann.', ['Ann: person']],
    ['My dog is called Rex.', ['Rex: thing']],
    ['My name is Jonas.', ['Jonas: person']],
    ['I am married to Eva Lind.', ['Eva Lind: person']],
    ["I like Mara's cake.", ['Mara: thing']],
    ['In Porto I swim, and with Ben I run.', ['Porto: thing', 'Ben: thing']],
    ['Yesterday Jürgen and Zoë came.', ['Jürgen: thing', 'Zoë: thing']],
  ])('%s', (content, expected) => {
    expect(named(content)).toEqual(expected);
  });

  it.each([
    'The meeting is on Friday in March.',
    'I speak Danish and some English.',
    'On Mondays I swim, at Christmas I rest.',
    'It rains.',
    '',
    'I am Dutch.',
    `The heading says ${'Much '.repeat(20)}and more.`,
  ])('nobody is named: %s', (content) => {
    expect(named(content).filter((one) => !one.endsWith('?'))).toEqual([]);
  });

  it('are not sure where a sentence begins with them, or all their letters are capitals', () => {
    expect(named('Coffee keeps me awake.')).toEqual(['Coffee: thing?']);
    expect(named('I read the PDF, says IBM.')).toEqual(['PDF: thing?', 'IBM: thing?']);
    expect(named('Coffee keeps me awake, says Coffee.')).toEqual(['Coffee: thing']);
  });

  it('are not looked for in documents', () => {
    expect(named('I met Anna in Lisbon. '.repeat(50))).toEqual([]);
  });
});

import type { Named } from '@hippocamp/shared/language/named';
import { describe, expect, it } from 'vitest';
import { namedIn, periodsAsked } from './named-in.js';

/** A Sunday. */
const now = new Date('2026-11-22T15:00:00Z');

describe('the periods that a question names', () => {
  it.each<[string, string[]]>([
    ['What did we decide on 3 May 2026?', ['2026-05-03']],
    ['What happened on May 3rd?', ['--05-03']],
    ['Where was I in May?', ['--05']],
    ['Who visited in June 2023?', ['2023-06']],
    ['What broke in 2024?', ['2024']],
    ['What did I eat yesterday?', ['2026-11-21']],
    [
      'who called last week',
      ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13', '2026-11-14', '2026-11-15'],
    ],
    ['what did we do last weekend', ['2026-11-14', '2026-11-15']],
    ['what was said last Tuesday', ['2026-11-17']],
    ['What did I buy three days ago?', ['2026-11-19']],
    ['what did Bo say last year', ['2025']],
    ['May I go now?', []],
    ['When is my dentist appointment?', []],
    ['Is the shop open at 15:30?', []],
    ['', []],
  ])('%s', (text, periods) => {
    expect(periodsAsked(text, now)).toEqual(periods);
  });

  it('are days of a month, whichever its length', () => {
    expect(periodsAsked('what happened last month', now)).toHaveLength(31);
    expect(periodsAsked('what happened last month', new Date('2026-03-31T00:00:00Z'))).toHaveLength(28);
  });
});

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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { periodsAsked, withoutTimesLeftOut } from './periods-asked.js';

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

  it('are months where they are whole', () => {
    expect(periodsAsked('what happened last month', now)).toEqual(['2026-10']);
    expect(periodsAsked('what happened last month', new Date('2026-03-31T00:00:00Z'))).toEqual(['2026-02']);
  });
});

const ends = (text: string, from = now) => {
  const periods = periodsAsked(text, from);
  return periods.length === 0 ? null : `${periods[0]} ${periods.at(-1)} ${periods.length}`;
};

describe('a range that a question names', () => {
  it.each([
    ['Where did I work after 2023?', '2024 2026 3'],
    ['Where did I live since 2023?', '2023 2026 4'],
    ['Where did I live in or after 2023?', '2023 2026 4'],
    ['mails of 2023 or later', '2023 2026 4'],
    ['who visited before june 2023', '1970 2023-05 58'],
    ['What had I paid until March 2024?', '1970 2024-03 57'],
    ['What had I paid until the end of 2024?', '1970 2024 55'],
    ['What was repaired after 3 March 2024?', '2024-03-04 2026 39'],
    ['Where was I between 2022 and 2024?', '2022 2024 3'],
    ['Where was I from November to February 2024?', '2023-11 2024-02 4'],
    ['Where was I between November and February?', '--11 --02 4'],
    ['Where was I 2021–2023?', '2021 2023 3'],
    ['Where was I between 3 and 9 March 2024?', '2024-03-03 2024-03-09 7'],
    ['Where was I 3–9 March 2024?', '2024-03-03 2024-03-09 7'],
    ['Who came from the 3rd to the 9th of March 2024?', '2024-03-03 2024-03-09 7'],
    ['What did I eat on 3 and 9 March 2024?', '2024-03-03 2024-03-09 2'],
    ['Who sat in rows 10 and 9 March 2024?', '2024-03-09 2024-03-09 1'],
    ['Where was I between 30 May and 2 July 2024?', '2024-05-30 2024-07-02 5'],
    ['What broke after March 2023 and before June 2024?', '2023-04 2024-05 14'],
    ['What broke before 2020 or after 2024?', '1970 2026 52'],
    ['What broke in May after 2023?', '2024-05 2026-05 3'],
    ['Where did I live since March?', '2026-03 2026-12 10'],
    ['Which calls came in 2023 or 2024?', '2023 2024 2'],
    ['Where did we go last December?', '2025-12 2025-12 1'],
    ['Where did we go last summer?', '2026-06 2026-08 3'],
    ['Where did we go in the summer of 2023?', '2023-06 2023-08 3'],
    ['What did we earn in Q3 2024?', '2024-07 2024-09 3'],
    ['What did we earn in the third quarter of 2024?', '2024-07 2024-09 3'],
    ['What did we earn in 07/2024?', '2024-07 2024-07 1'],
    ['What did we earn last quarter?', '2026-07 2026-09 3'],
    ['Who came the weekend before last?', '2026-11-07 2026-11-08 2'],
    ['Who came in the last two weeks?', '2026-11-08 2026-11-22 15'],
    ['Who came since last summer?', '2026-06 2026-12 7'],
  ])('%s', (text, periods) => {
    expect(ends(text)).toBe(periods);
  });

  it('begins with the last day of a month that has no such day', () => {
    const asked = periodsAsked('Who came in the last two months?', new Date('2026-04-30T00:00:00Z'));
    expect(asked.slice(0, 2)).toEqual(['2026-02-28', '2026-03']);
  });

  it('is all but what it leaves out', () => {
    const periods = periodsAsked('What did I plant, but not in 2023 or 2024?', now);
    expect(periods).toEqual(
      Array.from({ length: 57 }, (_, place) => String(1970 + place)).filter((year) => !/202[34]/.test(year)),
    );
    expect(ends("Which trip wasn't in 2024?")).toBe('1970 2026 56');
    expect(periodsAsked('In 2024, but not in May 2024?', now)).not.toContain('2024-05');
  });

  it.each([
    ['Wo habe ich nach 2023 gewohnt?', '2024 2026 3'],
    ['Wo war ich zwischen März und Juni 2024?', '2024-03 2024-06 4'],
    ['Wer kam vor dem 12. März 2024?', '1970 2024-03-11 67'],
    ['Wohin fuhren wir letzten Sommer?', '2026-06 2026-08 3'],
    ['Où étais-je depuis juillet 2024 ?', '2024-07 2026 8'],
    ['Qui est venu jusqu’en 2023 ?', '1970 2023 54'],
    ['¿Dónde viví, no en 2024?', '1970 2026 56'],
    ['¿Dónde viví desde 2021 hasta 2023?', '2021 2023 3'],
    ['Onde estive no verão de 2023?', '2023-06 2023-08 3'],
    ['Onde morei depois de março de 2025?', '2025-04 2026 10'],
    ["Dove ero dopo l'estate 2023?", '2023-09 2026 7'],
    ['Dove ero dal 2020 al 2023?', '2020 2023 4'],
    ['Waar woonde ik na juli 2023?', '2023-08 2026 8'],
    ['Wat deden we afgelopen december?', '2025-12 2025-12 1'],
  ])('%s', (text, periods) => {
    expect(ends(text)).toBe(periods);
  });

  it.each([
    'What do I eat before lunch?',
    'What do I drink after 5 pm?',
    'Who walks the dog since Anna moved?',
    'May I march before the band?',
    'What may 2024 bring?',
    'What did the Mars 2020 rover find?',
    'What happened a year after 2023?',
    'What happened before or after 2023?',
    'What did I plan, not before 2023?',
    'What did I do after March?',
    'What did I do since November?',
    'Where were we last June?',
    'What did I say in 2024 of my plans for after 2025?',
    'Who has version 2024.1 or 2000 euros?',
    'What did the 2023-24 team win?',
  ])('is none in “%s”, which may mean something else', (text) => {
    expect(periodsAsked(text, now)).toEqual([]);
  });

  it('is as it is seen from the day of the question', () => {
    expect(ends('last June', new Date('2026-03-10T09:00:00Z'))).toBe('2025-06 2025-06 1');
    expect(ends('last summer', new Date('2026-07-10T09:00:00Z'))).toBe('2025-06 2025-08 3');
    expect(ends('last winter', new Date('2026-01-10T09:00:00Z'))).toBe('2024-12 2025-02 3');
    expect(ends('last quarter', new Date('2026-01-10T09:00:00Z'))).toBe('2025-10 2025-12 3');
  });
});

describe('a question without the times that it leaves out', () => {
  it.each([
    ['Where did I live after June 2023?', 'Where did I live after ?'],
    ['Where was I, not in 2023 or 2024?', 'Where was I, not in  or ?'],
    ['What did I do since 2023?', 'What did I do since 2023?'],
    ['What did I do a year after 2023?', 'What did I do a year after 2023?'],
    ['Who came in 2024, between 2 and 3?', 'Who came in 2024, between 2 and 3?'],
  ])('%s', (text, left) => {
    expect(withoutTimesLeftOut(text, now)).toBe(left);
  });
});

describe('a question that repeats its limits', () => {
  it('means the least of them', () => {
    const years = Array.from({ length: 51 }, (_, place) => `${1970 + place}`);
    expect(periodsAsked('before 2020 or before 2021, '.repeat(280), now)).toEqual(years);
    expect(periodsAsked('before 2020 or after 2021, '.repeat(290), now)).toEqual([
      ...years.slice(0, 50),
      ...['2022', '2023', '2024', '2025', '2026'],
    ]);
  });

  it('names a month once', () => {
    expect(periodsAsked('in May, '.repeat(1000), now)).toEqual(['--05']);
  });
});

describe('whatever a question names', () => {
  const parts = [
    '2023',
    'March',
    '3 May 2024',
    'in',
    'after',
    'before',
    'until',
    'not',
    'between',
    'and',
    'or',
    'to',
    '-',
    'last summer',
    'juin 2024',
    'Q3 2021',
    '2024-02-31',
  ];

  it('each day lies in one of its periods at most, and they are a few hundred', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 60 }), (words) => {
        const periods = periodsAsked(words.join(' '), now);
        expect(periods.length).toBeLessThanOrEqual(300);
        const dated = periods.filter((period) => !period.startsWith('-'));
        const holders = dated.filter((period) => dated.some((other) => other !== period && period.startsWith(other)));
        expect(holders).toEqual([]);
        expect(new Set(periods).size).toBe(periods.length);
      }),
      { seed: 20_261_129 },
    );
  });
});

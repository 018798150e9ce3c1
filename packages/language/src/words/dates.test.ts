import { describe, expect, it } from 'vitest';
import { periodsAsked } from './dates.js';

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

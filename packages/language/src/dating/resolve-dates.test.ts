import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutResolved } from '../words/dates.js';
import { resolveDates } from './resolve-dates.js';

/** A Sunday. */
const SUNDAY = '2026-11-22T15:00:00Z';

interface Telling {
  at?: string | null;
  timeZone?: string;
  text?: string;
  start?: number;
  from?: number;
}
const resolved = (
  content: string,
  { at = SUNDAY, timeZone = 'UTC', text = content, start = 0, from = 0 }: Telling = {},
) => resolveDates({ text, timeZone, kept: [{ content, start, from, at }] })[0];

const datesOf = (content: string) => [...content.matchAll(/ \(([^()]*\d{4}[^()]*)\)/g)].map(([, date]) => date);

const meaning: [string, string][] = [
  ['I fly to Oslo tomorrow.', '2026-11-23'],
  ['I sold the boat yesterday.', '2026-11-21'],
  ['I saw the dentist last Tuesday.', '2026-11-17'],
  ['I am meeting Ann on Friday.', '2026-11-27'],
  ['I met Ann on Friday.', '2026-11-20'],
  ['The flight is on Wednesday.', '2026-11-25'],
  ['I start at Acme next week.', 'week of 2026-11-23'],
  ['The audit is in two weeks.', 'week of 2026-11-30'],
  ['We moved in three days ago.', '2026-11-19'],
  ['Ann arrives tonight.', '2026-11-22'],
  ['We are painting the fence this weekend.', 'weekend of 2026-11-21'],
  ['Ben returns the day after tomorrow.', '2026-11-24'],
  ['I have the dentist tomorrow at nine.', '2026-11-23'],
  ['The essay is due on the 14th.', '2026-12-14'],
  ['I paid the deposit on the 14th.', '2026-11-14'],
  ['Today I signed the lease.', '2026-11-22'],
  ['This morning I ran ten kilometres.', '2026-11-22'],
  ['Last night the server went down.', '2026-11-21'],
  ['The wedding is next month.', 'December 2026'],
  ['We got married last month.', 'October 2026'],
  ['I bought the van last year.', '2025'],
  ['I start my studies next year.', '2027'],
  ['Yesterday Ann sold the boat.', '2026-11-21'],
  ['Mara moved to Oslo last week.', 'week of 2026-11-09'],
  ['We visited my parents last weekend.', 'weekend of 2026-11-14'],
  ['I broke my wrist two weeks ago.', 'week of 2026-11-02'],
  ['We adopted Rex a month ago.', 'October 2026'],
  ['I quit smoking two years ago.', '2024'],
  ['The parcel arrives in three days.', '2026-11-25'],
  ['I finished the report the day before yesterday.', '2026-11-20'],
  ['The exam is tomorrow morning.', '2026-11-23'],
  ["I'll call Ben this afternoon.", '2026-11-22'],
  ['The deadline is this Friday.', '2026-11-27'],
  ['I have to hand in the form by Thursday.', '2026-11-26'],
  ['I have had a fever since Thursday.', '2026-11-19'],
  ['Tomorrow is my birthday.', '2026-11-23'],
  ['Jonas will be in Porto this week.', 'week of 2026-11-16'],
  ['I went to the zoo 10 days ago.', '2026-11-12'],
  ['My sister is visiting us in a week.', 'week of 2026-11-23'],
  ['We are moving house in 2 months.', 'January 2027'],
  ['The plumber came yesterday evening.', '2026-11-21'],
  ['I am flying back on Monday morning.', '2026-11-23'],
  ['The meeting was moved to tomorrow.', '2026-11-23'],
  ['I played tennis with Bo this evening.', '2026-11-22'],
  ['Tova sprained her ankle last Sunday.', '2026-11-15'],
  ['My parents are coming to stay on Saturday.', '2026-11-28'],
  ['I handed in my thesis yesterday morning.', '2026-11-21'],
  ['The landlord will inspect the flat on Thursday afternoon.', '2026-11-26'],
  ['The kids had their swimming lesson this morning.', '2026-11-22'],
  ['Rex was run over last night but is fine.', '2026-11-21'],
  ['I have a job interview at 3 pm tomorrow.', '2026-11-23'],
  ['My passport expires next month.', 'December 2026'],
  ['Jonas moved to Lisbon six months ago.', 'May 2026'],
  ['Ann is giving a talk in Berlin next week.', 'week of 2026-11-23'],
  ['I am on holiday this week.', 'week of 2026-11-16'],
  ["We had dinner at Bo's place on Tuesday.", '2026-11-17'],
  ['The contract ends on the 30th.', '2026-11-30'],
  ['I need the slides by Wednesday.', '2026-11-25'],
  ['Since Monday I have been on sick leave.', '2026-11-16'],
  ['I ran a half marathon yesterday and my knee hurts.', '2026-11-21'],
  ["I'm picking up the car the day after tomorrow.", '2026-11-24'],
  ['We celebrated our anniversary two days ago.', '2026-11-20'],
  ["Mara's exam is tomorrow at 9:30.", '2026-11-23'],
  ['My brother got engaged last weekend.', 'weekend of 2026-11-14'],
  ['Today is my first day at Globex.', '2026-11-22'],
  ['I am going to the opera tonight with Eva.', '2026-11-22'],
  ['They are renovating the kitchen next year.', '2027'],
  ['I bought a piano a week ago.', 'week of 2026-11-09'],
  ['We signed the contract last Thursday, and I am glad.', '2026-11-19'],
  ['The server crashed on Friday night.', '2026-11-20'],
  ["I'll be in Vienna in two days.", '2026-11-24'],
  ['The package should arrive tomorrow.', '2026-11-23'],
  ['Caroline went to a support group yesterday.', '2026-11-21'],
];
const meaningless = [
  'The rent is due on the 14th.',
  'The bins are collected on Thursday.',
  'A year ago today we met.',
  'Ann comes back a week from today.',
  'I thought about the concert on Saturday.',
  'I play tennis every Tuesday.',
  'I work from home on Fridays.',
  'Mondays are hard for me.',
  'One day I want to see Japan.',
  'I will call her soon.',
  'If it rains tomorrow, we stay home.',
  'Are you coming tomorrow?',
  'My favourite song is Last Friday Night.',
  'I read the Sunday Times.',
  'Ann said "see you tomorrow" and left.',
  'Always show me what is due today.',
  'I fly to Oslo tomorrow, 23 November 2026.',
  'I learned to ski in two weeks.',
  'I live on the 14th floor.',
  'We met on a Friday.',
  'The next day we went home.',
  'It was the last week of May.',
  'She works as if there were no tomorrow.',
  'People today read less.',
  'A few days ago I saw Bo.',
  'I moved here about two years ago.',
  'I work Monday to Friday.',
  'Yesterday is my favourite Beatles song.',
  'I would rather go tomorrow.',
  'The shop sells Black Friday deals.',
  'I may buy a bike next spring.',
  'The second of the three tests failed.',
  'We sat in the sun.',
  'He got up at nine and may march on.',
  'My daughter is three months old.',
  'We will talk about it later.',
  'I have known Ben for two years.',
  'I always go swimming on Monday.',
  'She wrote that the next Friday was free.',
  'I have a meeting next Friday.',
  'We are away in May.',
  'Water the plants every day.',
  'I go to church on Sundays.',
  'When will the parcel come, tomorrow?',
  "My band is called Yesterday's Heroes.",
  'I watched The Day After Tomorrow with Bo.',
  'She never works on Friday.',
  'On Mondays and Tuesdays I teach.',
  'It was a Sunday when we met.',
  'Some day I will learn Greek.',
  "Tell me about today's weather.",
  'The team meets twice a week on Thursday.',
  'I was born on a Monday in May.',
  'The Friday before Easter is a holiday.',
  'He finished the race in two days.',
  'The last year of school was hard.',
  'Unless Ben calls tomorrow, I will cancel.',
  'I would be there on Friday.',
  'I booked a table on Friday.',
  'Ben asked whether she is coming next week.',
  "He told me: 'I fly tomorrow'.",
  'From Monday to Friday the office is open.',
  'The meeting was postponed from Tuesday to Thursday.',
  'A couple of weeks ago I started yoga.',
  'I want to live for today.',
  'On 5 March 2026 we married, last week we had a party.',
  'My favourite day is Friday.',
  'I have been vegetarian for three years.',
  'Kids today prefer tablets.',
  'The next week was quiet.',
  'The yoga class on Tuesday is always full.',
];

describe('a date beside the words that mean it', () => {
  it.each(meaning)('%s: %s', (sentence, date) => {
    const content = resolved(sentence) ?? '';
    expect(datesOf(content)).toEqual([date]);
    expect(withoutResolved(content)).toBe(sentence);
  });

  it.each([
    ['I fly to Oslo tomorrow at nine.', 'I fly to Oslo tomorrow (2026-11-23) at nine.'],
    ['Tomorrow morning I fly to Oslo.', 'Tomorrow morning (2026-11-23) I fly to Oslo.'],
    ['Yesterday I sailed, tomorrow I rest.', 'Yesterday (2026-11-21) I sailed, tomorrow (2026-11-23) I rest.'],
    ['Every day I run. Tomorrow I rest.', 'Every day I run. Tomorrow (2026-11-23) I rest.'],
    ['Asked "When do you fly?": Tomorrow.', 'Asked "When do you fly?": Tomorrow (2026-11-23).'],
  ])('stands right behind them: %s', (sentence, content) => {
    expect(resolved(sentence)).toBe(content);
  });

  it.each(meaningless)('is missing where none is sure: %s', (sentence) => {
    expect(resolved(sentence)).toBe(sentence);
  });

  it.each([
    ['I have a meeting next Monday.', 'I have a meeting next Monday (2026-11-30).'],
    // It may be this week's Friday or next week's.
    ['I have a meeting next Friday.', 'I have a meeting next Friday.'],
    // It may be today or a week ago.
    ['I met Ann on Wednesday.', 'I met Ann on Wednesday.'],
    ['We are painting the fence this weekend.', 'We are painting the fence this weekend (weekend of 2026-11-28).'],
    ['We painted the fence this weekend.', 'We painted the fence this weekend.'],
    // November has no 31st.
    ['The essay is due on the 31st.', 'The essay is due on the 31st.'],
  ])('depends on the day, here a Wednesday: %s', (sentence, content) => {
    expect(resolved(sentence, { at: '2026-11-25T12:00:00Z' })).toBe(content);
  });

  it('is written once', () => {
    for (const [sentence] of meaning) {
      const once = resolved(sentence) ?? '';
      expect(resolved(once)).toBe(once);
    }
  });
});

describe('the day that a text is said on', () => {
  const flight = 'I fly to Oslo tomorrow.';
  const late = '2026-11-22T11:30:00Z';

  it('is that of its zone', () => {
    expect(resolved(flight, { at: late })).toContain('2026-11-23');
    expect(resolved(flight, { at: late, timeZone: 'Pacific/Auckland' })).toContain('2026-11-24');
    expect(resolved(flight, { at: '2026-11-22T03:00:00Z', timeZone: 'America/New_York' })).toContain('2026-11-22');
  });

  it('is unknown where nobody tells it', () => {
    expect(resolved(flight, { at: null })).toBe(flight);
  });

  it.each([
    ['a chat with stamps', '[13.03.2024, 10:15] Ann: I fly to Oslo tomorrow.', '2024-03-14'],
    ['a log', '2024-02-28 10:15:00 INFO ok\nI fly to Oslo tomorrow.', '2024-02-29'],
    ['a diary', '# 3 May 2025\n\nI fly to Oslo tomorrow.', '2025-05-04'],
    ['a mail', 'From: Ann\nDate: Mon, 3 Feb 2025 10:00:00 +0100\n\nI fly to Oslo tomorrow.', '2025-02-04'],
    ['the last of several', '2024-02-28\nx\n2024-03-28\nI fly to Oslo tomorrow.', '2024-03-29'],
    ['a date within a sentence, which is none', 'Ann came on 3 May 2025.\nI fly to Oslo tomorrow.', '2026-11-23'],
    ['a date that may be two', '03/04/2024, 10:15 - Ann: I fly to Oslo tomorrow.', null],
    ['a day without a year', '3 May\nI fly to Oslo tomorrow.', null],
    ['a day that is none', '2024-02-31\nI fly to Oslo tomorrow.', null],
    ['JSON', '{"at": 1700000000, "text": "I fly to Oslo tomorrow."}', null],
  ])('is told by the text: %s', (_what, text, date) => {
    const start = text.indexOf('I fly');
    expect(datesOf(resolved(flight, { text, start }) ?? '')).toEqual(date === null ? [] : [date]);
  });

  it('is not told by another message', () => {
    const text = '2024-02-28\nI fly to Oslo tomorrow.';
    expect(resolved(flight, { text, start: 11, from: 11 })).toContain('2026-11-23');
  });
});

describe('any text', () => {
  it('keeps its words, in their order', () => {
    const words =
      'I fly we went on Friday tomorrow last week next in two weeks ago the 14th today . , ? " ( ) \'s \n every to'.split(
        ' ',
      );
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...words, ...meaning.map(([sentence]) => sentence)), { maxLength: 12 }),
        (some) => {
          const text = some.join(' ');
          expect((resolved(text) ?? '').replace(/ \((?:[a-z]+ of )?(?:\p{L}+ )?\d{4}(?:-\d\d-\d\d)?\)/gu, '')).toBe(
            text,
          );
        },
      ),
      { seed: 20_261_129 },
    );
  });

  it('stays as it is without words of time', () => {
    const unsaid = /to(?:day|night|morrow)|yesterday|last|this|next|ago|in|on|by|until|till|since/i;
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.lorem(), (some, lorem) => {
        const text = `${some} ${lorem}`;
        fc.pre(!unsaid.test(text));
        expect(resolved(text)).toBe(text);
      }),
      { seed: 20_261_129 },
    );
  });
});

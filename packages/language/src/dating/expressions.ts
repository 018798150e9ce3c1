import {
  apart,
  countOf,
  dayOf,
  daysFrom,
  daysToWeekday,
  type Stretch,
  stretchOf,
  weekdayNames,
} from '../words/calendar.js';

/** The time that a sentence is about. Null when unclear. */
export type Direction = 'past' | 'coming' | null;

/** A sentence, and the day on which it was said. */
export interface Setting {
  sentence: string;
  day: Date;
  direction(): Direction;
}

type Words = Record<string, string | undefined>;
interface Form {
  pattern: RegExp;
  not?: { before?: RegExp; after?: RegExp };
  stretch(words: Words, setting: Setting, at: number): Stretch | null;
}

/** UTF-16 units before and after an expression that are searched for what changes its meaning. */
const AROUND = 60;

const weekday = `(?:${weekdayNames.join('|')})`;
const part = '(?: (?:morning|afternoon|evening|night))?';
const count =
  '(?<count>\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?<unit>days?|weeks?|months?|years?)';

const alone = (words: string): string => `(?<![\\p{L}\\p{N}'’_/-])(?:${words})(?![\\p{L}\\p{N}'’_/-])`;

const form = (pattern: RegExp, stretch: Form['stretch'], not: Form['not'] = {}): Form => ({ pattern, stretch, not });

/** The nearest day of that number in the sentence's direction. Null for the same day, or if the month lacks it. */
const dayOfMonth = (number: number, { day, direction }: Setting): Stretch | null => {
  const way = direction();
  if (way === null || number === day.getUTCDate()) return null;
  const isOther = way === 'coming' ? number < day.getUTCDate() : number > day.getUTCDate();
  const step = isOther ? (way === 'coming' ? 1 : -1) : 0;
  const found = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + step, number));
  return found.getUTCDate() === number ? dayOf(found) : null;
};

const weekdayTowards = (name: string, way: Direction, day: Date): Stretch | null => {
  const ahead = daysToWeekday(name, day);
  // Said on a Friday, "on Friday" may be today.
  if (way === null || ahead === 0) return null;
  return dayOf(daysFrom(day, way === 'coming' ? ahead : ahead - 7));
};

const anyDay = new RegExp(weekday, 'giu');
/** "from Monday to Friday" may be every week. */
const severalDays = (sentence: string): boolean => (sentence.match(anyDay)?.length ?? 0) > 1;

/** Null unless the next such day is also in the next week, whether weeks begin on Sunday or Monday. */
const nextDay = (name: string, day: Date): Stretch | null => {
  const place = weekdayNames.indexOf(name);
  const ahead = daysToWeekday(name, day) || 7;
  const toMonday = daysToWeekday('monday', day) || 7;
  const toSunday = daysToWeekday('sunday', day) || 7;
  const agree = ahead === toMonday + place && ahead === toSunday + ((place + 1) % 7);
  return agree ? dayOf(daysFrom(day, ahead)) : null;
};

const namedDay = ({ which = '', name = '' }: Words, { sentence, day, direction }: Setting): Stretch | null => {
  const lower = name.toLowerCase();
  const word = which.toLowerCase();
  if (severalDays(sentence)) return null;
  if (word === 'last') return dayOf(daysFrom(day, daysToWeekday(lower, day) - 7));
  if (word === 'next') return nextDay(lower, day);
  if (word === 'since') return weekdayTowards(lower, 'past', day);
  if (word === 'this') return direction() === 'coming' ? weekdayTowards(lower, 'coming', day) : null;
  return weekdayTowards(lower, word === 'this coming' ? 'coming' : direction(), day);
};

/** In the past, "this weekend" may be the one before; "next weekend" may be the coming one or the one after it. */
const namedStretch = ({ which = '', unit = '' }: Words, { day, direction }: Setting): Stretch | null => {
  const word = which.toLowerCase();
  const isWeekend = day.getUTCDay() % 6 === 0;
  if (unit === 'weekend' && word === 'this' && !isWeekend && direction() === 'past') return null;
  if (unit === 'weekend' && word === 'next' && !isWeekend) return null;
  return stretchOf(`${word} ${unit.toLowerCase()}`, day);
};

const isAt =
  /(?:^|[^\p{L}])(?:is|are|am|was moved|'s|'re|arrives?|starts?|begins?|leaves?|ends?|expires?|returns?|opens?|closes?|due|fl(?:y|ies)|move|moves|graduates?|retires?|back|over) $/iu;

const planned = /\b(?:will|shall|going to)\b|ing\b|['’]ll\b/iu;
const compared = /\b(?:best|worst|first|only|times?|record|most)\b/i;

/** A duration has the same form: "I learned it in two weeks". */
const later = (
  { count: number = '', unit = '' }: Words,
  { sentence, day, direction }: Setting,
  at: number,
): Stretch | null => {
  if (direction() !== 'coming' || compared.test(sentence)) return null;
  return planned.test(sentence) || isAt.test(sentence.slice(Math.max(0, at - AROUND), at))
    ? apart(countOf(number), unit, day)
    : null;
};

const vague =
  /\b(?:about|around|roughly|nearly|almost|over|under|within|approximately|some|least|most|than|every|few|last|past|or|and|to|-) $/i;
const people = /\b(?:people|children|kids|youth|teens|students|women|men|world|society|life|companies|until) $/i;
const determined = /(?:\b(?:the|that|my|your|his|her|its|our|their|an?|every|each|any|very|or|at|and|no)|['’]s) $/i;
const ofMore = /^ (?:of|before|after|but one|or so|or two|to come)\b|^,? (?:\d|the \d)/i;

/** Order matters: a form does not see what an earlier one took. */
const forms: Form[] = [
  form(new RegExp(alone('(?:the )?day after tomorrow'), 'giu'), (_words, { day }) => dayOf(daysFrom(day, 2))),
  form(new RegExp(alone('(?:the )?day before yesterday'), 'giu'), (_words, { day }) => dayOf(daysFrom(day, -2))),
  form(
    new RegExp(alone(`(?<name>tomorrow|yesterday)${part}`), 'giu'),
    ({ name = '' }, { day }) => stretchOf(name.toLowerCase(), day),
    {
      before: /\b(?:no|like|of|week|fortnight|month|year|from|after|before|since|ago|song|film|called) $/i,
      after: /^ (?:once more|is (?:my|the|a) (?:\p{L}+ ){0,2}(?:song|film|movie|book|album|track)|never|come|week)\b/iu,
    },
  ),
  form(
    new RegExp(alone('(?<name>today|tonight)'), 'giu'),
    ({ name = '' }, { day }) => stretchOf(name.toLowerCase(), day),
    {
      before: new RegExp(`${people.source}|\\b(?:of|here|live for|living for|ago|from|week|month|year) $`, 'i'),
      after: /^,? (?:people|children|kids|many|most|gone)\b/i,
    },
  ),
  form(new RegExp(alone('last night'), 'giu'), (_words, { day }) => stretchOf('yesterday', day), {
    before: determined,
  }),
  form(new RegExp(alone('this (?:morning|afternoon|evening)'), 'giu'), (_words, { day }) => dayOf(day)),
  form(new RegExp(alone('(?<which>last|this|next) (?<unit>week|weekend|month|year)'), 'giu'), namedStretch, {
    before: determined,
    after: ofMore,
  }),
  form(
    new RegExp(alone(`(?<which>last|this coming|this|next|on|by|until|till|since) (?<name>${weekday})${part}`), 'giu'),
    namedDay,
    {
      before: determined,
      after:
        /^,? (?:last|next|this|of|in (?!the )|before|after|week|fortnight|the |to |through|\d|\p{Lu}\p{Ll}+ \d)|^ ?[-–/&]/u,
    },
  ),
  form(
    new RegExp(alone(`${count} ago`), 'giu'),
    ({ count: number = '', unit = '' }, { day }) => apart(-countOf(number), unit, day),
    {
      before: vague,
      after: /^ (?:or (?:so|more)|to(?:day|morrow|night)|yesterday|this)\b/i,
    },
  ),
  form(new RegExp(alone(`in ${count}`), 'giu'), later, {
    before: /\b(?:once|twice|times|back) $/i,
    after: /^ (?:of|or|and|flat)\b|^ ?[-–]/i,
  }),
  form(
    new RegExp(alone('on the (?<number>\\d{1,2})(?:st|nd|rd|th)'), 'giu'),
    ({ number = '' }, setting) => dayOfMonth(Number(number), setting),
    {
      after: /^ (?!(?:at|and|for|with|to|because|but|so|in the (?:morning|afternoon|evening))\b)/i,
    },
  ),
];

export interface Found {
  at: number;
  end: number;
  stretch: Stretch;
}

const opening = /(?:^|[:–—,] |^[-*•] )$/u;

/** A title is written with capitals; a sentence only begins with one. */
const isTitle = (words: string, before: string, after: string): boolean => {
  const [first = '', ...rest] = words.split(' ');
  const isWeekday = (word: string) => weekdayNames.includes(word.toLowerCase());
  if (rest.some((word) => /^\p{Lu}/u.test(word) && !isWeekday(word))) return true;
  if (/^\p{Lu}/u.test(first) && !isWeekday(first) && !opening.test(before)) return true;
  // "Last Friday Night", "Tomorrow Never Dies"
  return /^ (?:Night|Morning|Evening|Afternoon|Times|Never|Fever|Show)\b|^ \p{Lu}\p{L}+ \p{Lu}/u.test(after);
};

const isMeant = ({ not }: Form, words: string, before: string, after: string): boolean =>
  !not?.before?.test(before) &&
  !not?.after?.test(after) &&
  // A bracket after it already resolves or explains it.
  !/^ ?[([]/.test(after) &&
  !isTitle(words, before, after);

const foundBy = (each: Form, { 0: words, index: at, groups = {} }: RegExpExecArray, setting: Setting): Found | null => {
  const end = at + words.length;
  const before = setting.sentence.slice(Math.max(0, at - AROUND), at);
  const after = setting.sentence.slice(end, end + AROUND);
  const stretch = isMeant(each, words, before, after) ? each.stretch(groups, setting, at) : null;
  return stretch && !Number.isNaN(stretch.from.getTime()) ? { at, end, stretch } : null;
};

/** Expressions for a day, week, month or year, in order, resolved from the day on which the sentence was said. */
export function expressionsIn(setting: Setting): Found[] {
  let rest = setting.sentence;
  const found: Found[] = [];
  for (const each of forms) {
    for (const match of rest.matchAll(each.pattern)) {
      const one = foundBy(each, match, setting);
      if (one) found.push(one);
    }
    rest = rest.replace(each.pattern, (words) => '\u0000'.repeat(words.length));
  }
  return found.sort((first, second) => first.at - second.at);
}

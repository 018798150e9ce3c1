import { weekdayNames } from '../../words/calendar.js';
import { datesIn, type FoundDate, withoutDates } from '../../words/dates.js';
import { namesIn } from '../../words/names.js';
import { plain } from '../../words/plain.js';
import { amountsIn, type FoundAmount } from '../amounts/amounts.js';
import { meaningAt, stemOf } from '../lexicon/lexicon.js';

/** What a statement is made of, in order. */
export interface Item {
  kind: 'word' | 'name' | 'amount' | 'day' | 'time' | 'mark';
  /** Equal keys mean the same. */
  key: string;
  /** All that it may mean. */
  keys: readonly string[];
  /** In lower case, of a phrase its words. */
  word: string;
  at: number;
  /** What it is belongs to it: "Ann's". */
  owner: boolean;
  amount: FoundAmount | null;
  listed: boolean;
}

const itemPattern =
  /(?<word>[\p{L}\p{N}_]+(?:[-.&'][\p{L}\p{N}_]+)*)|(?<mark>[,;:()=→|–—+]|->| - |\/|(?<=[a-z])-(?=[ \p{Lu}]))/gu;

interface Found {
  word: string;
  written: string;
  at: number;
  mark: boolean;
  owner: boolean;
}

const split = (word: string, at: number): Found[] => {
  const owner = /'s?$/.test(word);
  const bare = word.replace(/'s?$/, '');
  const found = (part: string, from: number, owns: boolean): Found => ({
    ...{ word: part.toLowerCase(), written: part, at: from, mark: false, owner: owns },
  });
  const parts = bare.split('-');
  // "check-in" is no checking, and "wi-fi" is written "wifi" too.
  if (parts.length === 2 && parts.every((part) => /^\p{L}+$/u.test(part)) && parts.some((part) => part.length <= 3))
    return [{ ...found(bare, at, owner), word: parts.join('').toLowerCase() }];
  if (parts.length !== 2 || !parts.every((part) => /^\p{L}{2,}$/u.test(part))) return [found(bare, at, owner)];
  const [first = '', second = ''] = parts;
  return [found(first, at, false), found(second, at + first.length + 1, owner)];
};

const foundIn = (text: string): Found[] =>
  [...text.matchAll(itemPattern)].flatMap(({ groups, index }) => {
    if (groups?.word !== undefined) {
      const after = text[index + groups.word.length];
      // "the users' names"
      return split(after === "'" ? `${groups.word}'` : groups.word, index);
    }
    return [{ word: groups?.mark?.trim() ?? '', written: '', at: index, mark: true, owner: false }];
  });

interface Span {
  at: number;
  end: number;
}

const blanked = (text: string, spans: readonly Span[]): string => {
  let rest = '';
  let from = 0;
  for (const { at, end } of [...spans].sort((first, second) => first.at - second.at)) {
    if (at < from) continue;
    rest += text.slice(from, at) + ' '.repeat(end - at);
    from = end;
  }
  return rest + text.slice(from);
};

const shortDay = /\b(Mon|Tues?|Wed|Thu|Thurs?|Fri|Sat|Sun)s?(?=[\s,;:.)/–-]|$)\.?/g;
const wholeDays: Record<string, string> = {
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
};

const withWholeDays = (text: string): string =>
  text.replace(shortDay, (found) => wholeDays[found.slice(0, 3)] ?? found);

/** "3.20 a dozen" is no time of day. */
const isDecimal = (text: string, { at, end, kind }: FoundDate): boolean =>
  kind === 'time' &&
  /^\d{1,2}\.\d{2}$/.test(text.slice(at, end).trim()) &&
  !/\b(?:at|from|to|until|till|by|before|after|since)\s$/i.test(text.slice(Math.max(0, at - 8), at));

const dayKey = (value: string): string => value.replace(/^(\p{L}+day)s$/u, '$1');

const plainItem = (kind: Item['kind'], key: string, at: number, over: Partial<Item> = {}): Item => ({
  ...{ kind, key, keys: [key], word: key, at, owner: false, amount: null, listed: false },
  ...over,
});

/** Names of the first person as rows of words. */
const aliasAt = (words: readonly Found[], at: number, aliases: readonly (readonly string[])[]): number =>
  aliases.find((alias) => alias.every((word, place) => words[at + place]?.word === word))?.length ?? 0;

const wordItems = (
  words: readonly Found[],
  names: ReadonlySet<string>,
  aliases: readonly (readonly string[])[],
): Item[] => {
  const stems = words.map(({ word, mark }) => (mark ? word : stemOf(word)));
  const items: Item[] = [];
  for (let at = 0; at < words.length; ) {
    const found = words[at] as Found;
    const alias = aliasAt(words, at, aliases);
    const meaning = alias === 0 ? meaningAt(stems, at) : { key: '@self', keys: ['@self'], length: alias };
    const last = words[at + meaning.length - 1] ?? found;
    const isName = names.has(found.word) && meaning.length === 1;
    const word = words
      .slice(at, at + meaning.length)
      .map(({ word: each }) => each)
      .join(' ');
    items.push({
      ...{
        kind: found.mark ? 'mark' : isName ? 'name' : 'word',
        key: meaning.key,
        keys: meaning.keys,
        word,
        at: found.at,
      },
      ...{ owner: last.owner, amount: null, listed: meaning.length > 1 || meaning.key !== stems[at] },
    });
    at += meaning.length;
  }
  return items;
};

/** Words with a capital inside of a sentence, and codes. */
const isNameWord = ({ written, at }: Found): boolean =>
  /\p{L}/u.test(written) && /\p{N}/u.test(written)
    ? true
    : written !== 'I' && (at > 0 ? /\p{Lu}/u : /.\p{Lu}/u).test(written);

/** "The mooring's at the wharf": nothing belongs to "at". */
const isThere =
  /(?<=\p{L})'s (?=(?:at|in|on|the|my|our|his|her|their|under|near|from|now|been|going|up|down|off|out|not)\b)/giu;

const musts = /\b(?:ha(?:ve|s) to|needs? to|(?:is|are) (?:required|obliged) to|(?:is|are) to(?= \p{Ll}))\b/giu;

const withOneMust = (text: string): string => text.replace(musts, 'must');

const betweenDays = /^(?:-|–|to|till|until|through)$/;

const inBetween = (from: string, to: string): string[] => {
  const [first, last] = [weekdayNames.indexOf(from), weekdayNames.indexOf(to)];
  if (first < 0 || last < 0) return [];
  return Array.from({ length: (last - first + 6) % 7 }, (_, place) => weekdayNames[(first + 1 + place) % 7] ?? '');
};

/** "Monday to Friday" is a list of five days. */
const withDaysBetween = (items: readonly Item[]): Item[] =>
  items.flatMap((item, place) => {
    const [before, after] = [items[place - 1], items[place + 1]];
    if (before?.kind !== 'day' || after?.kind !== 'day' || !betweenDays.test(item.word)) return [item];
    const days = inBetween(before.key, after.key);
    if (days.length === 0 && !weekdayNames.includes(before.key)) return [item];
    const and = plainItem('word', 'and', item.at);
    return [...days.flatMap((day) => [and, plainItem('day', day, item.at)]), and];
  });

/** The items of a plain statement. `aliases` are the names of the first person, the longest first. */
export function itemsOf(statement: string, aliases: readonly (readonly string[])[]): Item[] {
  const text = withOneMust(withWholeDays(plain(statement))).replace(isThere, ' is ');
  const dates = datesIn(text).filter((date) => !isDecimal(text, date));
  const undated = withoutDates(text, dates);
  const amounts = amountsIn(undated);
  const spans = amounts.flatMap(({ at, end, rateAt, rateEnd }) => [
    { at, end },
    { at: rateAt, end: rateEnd },
  ]);
  const words = foundIn(blanked(undated, spans));
  const names = new Set([
    ...namesIn(undated).flatMap((name) => name.split(/[\s-]/)),
    ...words.filter(isNameWord).map(({ word }) => word),
  ]);
  return withDaysBetween(
    [
      ...wordItems(words, names, aliases),
      ...dates.map(({ kind, value, at }) => plainItem(kind === 'time' ? 'time' : 'day', dayKey(value), at)),
      ...amounts.map((amount) => plainItem('amount', '#', amount.at, { amount })),
    ].sort((first, second) => first.at - second.at),
  );
}

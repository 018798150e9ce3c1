import { marksIn } from '@hippocamp/shared/text/marks';
import { terms } from '@hippocamp/shared/text/terms';
import { datesIn, withoutDates } from '../words/dates.js';
import { namesIn } from '../words/names.js';
import { denials } from '../words/negation.js';
import { type FoundNumber, foundNumbers } from '../words/numbers.js';
import { plain } from '../words/plain.js';
import { isFiniteVerb } from '../words/verbs.js';

/** A word that carries what a statement says. */
export interface Token {
  kind: 'word' | 'name' | 'number' | 'date' | 'mark';
  /** Equal keys of a kind mean the same: a stem, a canonical number or date. */
  key: string;
  /** In lower case. */
  word: string;
  at: number;
  /** The word before it, in lower case, and the comma after that, if any. */
  before: string;
  /** The statement's verb stands before it, or it is the verb. */
  predicate: boolean;
}

/** They carry tense, number and place at most; denial is looked at apart. */
const silent = new Set(
  `a an the am is are was were be been being has have had do does did of in on at for that there now currently also really just
  still already very quite indeed actually as well too none cannot nor neither anymore ever it's s`
    .split(/\s+/)
    .concat([...denials]),
);

/** One person in several cases; what is somebody's is not that person: "my parents" are not "I". */
const persons: Record<string, string> = {
  me: 'i',
  myself: 'i',
  mine: 'my',
  us: 'we',
  ours: 'our',
  yours: 'your',
  him: 'he',
  hers: 'her',
  them: 'they',
  theirs: 'their',
};

/** At the end these say how something is: "the alarm is on". */
const particles = /^(?:on|off|in|out|up|down)$/;
const ordinal = /^(?:st|nd|rd|th)$/;
/** "32GB" are two words, "10a" and "10.0.0.250" are one. */
// linear: the first two ways fail over a long row of digits, dots and commas only if no digit of it but the first and the last
// group stands before a dot or comma; the third way then takes that group, and only the last group is left to be tried again.
const wordPattern =
  /\p{N}(?:[\p{N}.,]*\p{N})?(?=(?!(?:st|nd|rd|th)\b)\p{L}{2,5}(?![\p{L}\p{N}]))|\p{N}[\p{N}.,]*\p{N}(?:\p{L}|st|nd|rd|th)?(?![\p{L}\p{N}])|[\p{L}\p{N}\p{M}]+(?:'\p{L}+)?/gu;

const keyOf = (word: string): string => persons[word] ?? terms(word)[0] ?? word;

const bare = (word: string): string => word.replace(/'s$/, '');

interface Found {
  word: string;
  /** As in "region A". */
  letter: boolean;
  at: number;
  comma: boolean;
}

const wordsIn = (text: string): Found[] =>
  [...text.matchAll(wordPattern)].map(({ 0: found, index }) => ({
    word: bare(found.toLowerCase()),
    letter: index > 0 && /^[A-HJ-Z]$/.test(found),
    at: index,
    comma: /^\s{0,2}[,;:–—(]/.test(text.slice(index + found.length, index + found.length + 3)),
  }));

/** The number that a word is, or begins; null where it is more or less than one: "10a", the second half of "twenty-six". */
const numberAt = ({ word, at }: Found, numbers: ReadonlyMap<number, FoundNumber>): FoundNumber | null => {
  const number = numbers.get(at);
  if (!number || word === 'one') return null;
  return number.end >= at + word.length || ordinal.test(word.slice(number.end - at)) ? number : null;
};

/** "€30" as "30 euros". */
const named: Record<string, string> = { '€': 'euro', $: 'dollar', '£': 'pound', '%': 'percent' };

const placed = (text: string, numbers: ReadonlyMap<number, FoundNumber>) =>
  marksIn(text)
    // The sign of a number is read with it.
    .filter(({ mark, end }) => mark !== '-' || !/^\p{Sc}?\p{N}/u.test(text.slice(end, end + 2)))
    .map(({ mark, at, end }) => {
      const number = /^\p{Sc}$/u.test(mark) ? numbers.get(end) : undefined;
      return { word: mark, key: named[mark] ?? mark, at: number ? number.end : at };
    });

/** The places inside of numbers, without those where they begin. */
const insideOf = (numbers: readonly FoundNumber[]): ReadonlySet<number> =>
  new Set(numbers.flatMap(({ at, end }) => Array.from({ length: end - at - 1 }, (_, place) => at + 1 + place)));

/** The last word before a place, found by halving. */
const lastBefore = (words: readonly Found[], at: number): Found | undefined => {
  let [from, to] = [0, words.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((words[middle]?.at ?? at) < at) from = middle + 1;
    else to = middle;
  }
  return words[from - 1];
};

/** The tokens of a statement, in order. */
export function tokensOf(statement: string): Token[] {
  const text = plain(statement);
  const dates = datesIn(text);
  const undated = withoutDates(text, dates);
  const names = new Set(namesIn(undated).flatMap((name) => name.split(' ')));
  const found = foundNumbers(undated);
  const numbers = new Map(found.toReversed().map((number) => [number.at, number]));
  const inside = insideOf(found);
  const words = wordsIn(undated).filter(({ at }) => !inside.has(at));
  const last = words.at(-1);
  const isSilent = (found: Found) =>
    silent.has(found.word) && !found.letter && !(found === last && particles.test(found.word));
  const verb = words.find(({ word }, place) => place > 0 && !names.has(word) && isFiniteVerb(word))?.at ?? text.length;
  const beforeOf = (at: number): string => {
    const last = lastBefore(words, at);
    return last ? `${last.word}${last.comma ? ',' : ''}` : '';
  };
  const common = (word: string, at: number) => ({ word, at, before: beforeOf(at), predicate: at >= verb });
  const token = (found: Found): Token => {
    const { word, at } = found;
    const number = numberAt(found, numbers);
    if (number) return { ...common(word, at), kind: 'number', key: number.value };
    return { ...common(word, at), kind: names.has(word) || found.letter ? 'name' : 'word', key: keyOf(word) };
  };
  return [
    ...words.filter((found) => !isSilent(found)).map(token),
    ...dates.map(({ value, at }): Token => ({ ...common(value, at), kind: 'date', key: value })),
    ...placed(undated, numbers).map(({ word, key, at }): Token => ({ ...common(word, at), kind: 'mark', key })),
  ].sort((first, second) => first.at - second.at);
}

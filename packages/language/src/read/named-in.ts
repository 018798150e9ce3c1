import type { Named, NamedKind } from '@hippocamp/shared/language/named';
import { LONGEST_READ, type TextToRead } from '@hippocamp/shared/language/reading';
import { withoutEnd } from '@hippocamp/shared/text/cleaned';
import { daysFrom, type Stretch, stretchOf } from '../words/calendar.js';
import { datesIn, withoutDates } from '../words/dates.js';
import { isNoName, namesIn, startsSentence } from '../words/names.js';

const iso = (date: Date) => date.toISOString().slice(0, 10);

/** A stretch by its days, a month of them at most; a longer one as a year. */
function namesOf({ unit, from, to }: Stretch): string[] {
  if (unit === 'year') return [String(from.getUTCFullYear())];
  const names: string[] = [];
  for (let day = from; day <= to; day = daysFrom(day, 1)) names.push(iso(day));
  return names;
}

const isPeriod = (value: string) => /^(?:\d{4}|-)(?:-\d{2}){0,2}$/.test(value);

/** Periods of the calendar that a question names: days, months and years as in ISO 8601, with `-` for a year that is left open. */
export function periodsAsked(text: string, now: Date): string[] {
  const found = datesIn(text).flatMap(({ value, kind }) => {
    if (kind === 'time') return [];
    if (isPeriod(value)) return [value];
    const stretch = stretchOf(value, now);
    return stretch ? namesOf(stretch) : [];
  });
  return [...new Set(found)];
}

const relatives =
  '(?:wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|spouse|sister|brother|mother|mum|mom|father|dad|son|daughter|child|kid|baby|aunt|uncle|cousin|niece|nephew|grand(?:mother|father|son|daughter)|friend|colleague|boss|manager|teacher|doctor|neighbou?r|room ?mate|flat ?mate|in-law)';
const name = "(\\p{Lu}[\\p{L}\\p{M}\\p{N}'’.-]{0,40}(?: \\p{Lu}[\\p{L}\\p{M}\\p{N}'’-]{0,40}){0,3})";

/** What tells of a name, by the words beside it, what it is the name of. */
const telling: readonly (readonly [RegExp, NamedKind])[] = [
  [new RegExp(`\\b(?:lives?|lived|living|moved|moving|was born|grew up|based) (?:in|to) ${name}`, 'gu'), 'place'],
  [new RegExp(`\\b(?:works?|worked|working) (?:at|for) ${name}`, 'gu'), 'organisation'],
  [new RegExp(`\\b${relatives},? (?:is )?(?:(?:called|named) )?${name}`, 'gu'), 'person'],
  [new RegExp(`\\b(?:[Mm]y name is|(?:married|engaged) to) ${name}`, 'gu'), 'person'],
  [
    new RegExp(
      `(?<![\\p{L}\\p{M}\\p{N}'’.-])${name} (?:lives?|works?|likes?|loves?|hates?|prefers?|speaks?|is (?:married|allergic|vegan|vegetarian))\\b`,
      'gu',
    ),
    'person',
  ],
];

/** Names that the words of a text tell the kind of, in lower case. */
const kindsIn = (content: string): [string, NamedKind][] =>
  telling.flatMap(([pattern, kind]) =>
    [...content.matchAll(pattern)].map((found): [string, NamedKind] => [
      withoutEnd((found[1] ?? '').toLowerCase(), /[.'’-]/),
      kind,
    ]),
  );

/** What is longer is a heading or a list in capitals. */
const LONGEST_NAME = 64;

const inWord = /[\p{L}\p{M}\p{N}]/u;
const capital = /^\p{Lu}/u;
const notOnlyCapitals = /\p{Lu}\p{Ll}/u;
/** "In Porto I swim": the first person is no part of the name before it. */
const firstPerson = / i$/;

interface Place {
  written: string;
  at: number;
}

/** Where a name in lower case stands in a text by itself, with a capital. */
function placesOf(name: string, content: string, lower: string): Place[] {
  const places: Place[] = [];
  for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + name.length)) {
    const end = at + name.length;
    const written = content.slice(at, end);
    const isWhole = !inWord.test(content.charAt(at - 1)) && !inWord.test(content.charAt(end));
    if (isWhole && capital.test(written)) places.push({ written, at });
  }
  return places;
}

const isCertain = ({ written, at }: Place, content: string): boolean =>
  notOnlyCapitals.test(written) && !startsSentence(content, at);

/**
 * Whom and what a text calls by name, each once, in order: what its facts are of, and words with a capital that are no day,
 * language or people. Documents are not read.
 */
export function namedIn({ content }: Pick<TextToRead, 'content'>): Named[] {
  const lower = content.toLowerCase();
  // Of a text that is longer in small letters nobody knows where its names stand.
  if (content.length > LONGEST_READ || lower.length !== content.length) return [];
  const names = namesIn(withoutDates(content, datesIn(content)));
  const kinds = new Map(kindsIn(content));
  const found = [...new Set([...kinds.keys(), ...names.map((name) => name.replace(firstPerson, ''))])].flatMap(
    (name) => {
      const isOne = name.length > 1 && name.length <= LONGEST_NAME && !isNoName(name);
      const places = isOne ? placesOf(name, content, lower) : [];
      const best = places.find((place) => isCertain(place, content)) ?? places[0];
      if (!best) return [];
      const { written, at } = best;
      const certain = kinds.has(name) || isCertain(best, content);
      return [{ at, named: { name: written, kind: kinds.get(name) ?? ('thing' as const), certain } }];
    },
  );
  return found.toSorted((first, second) => first.at - second.at).map(({ named }) => named);
}

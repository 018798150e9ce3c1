import type { Named, NamedKind } from '@hippocamp/shared/language/named';
import { LONGEST_READ, type TextToRead } from '@hippocamp/shared/language/reading';
import { withoutEnd } from '@hippocamp/shared/text/cleaned';
import { stopWords } from '@hippocamp/shared/text/terms';
import { monthNames, weekdayNames } from './calendar.js';
import { datesIn, withoutDates } from './dates.js';
import { hasVerb, isFiniteVerb } from './verbs.js';

const languages = `arabic american british bulgarian catalan chinese croatian czech danish dutch english estonian european finnish
  french gaelic german greek hebrew hindi hungarian icelandic indian indonesian irish italian japanese korean latin latvian
  lithuanian mandarin mexican norwegian persian polish portuguese romanian russian scottish serbian slovak slovenian spanish
  swedish swiss thai turkish ukrainian urdu vietnamese welsh`;
const feasts = 'christmas easter halloween thanksgiving hanukkah ramadan passover xmas valentine';
const others = 'internet god mum mom dad mother father grandma grandpa monsieur madame sir lord lady';

const words = new Set([...weekdayNames, ...monthNames, ...`${languages} ${feasts} ${others}`.split(/\s+/)]);

/** Days, months, feasts, languages and peoples have a capital and are no names. The word is in lower case. */
const isNoName = (word: string): boolean => words.has(word) || words.has(word.replace(/s$/, ''));

const run =
  /\p{Lu}[\p{L}\p{M}\p{N}'’.-]*(?: (?:(?:van|von|de|der|den|del|la|al|bin|of) )?\p{Lu}[\p{L}\p{M}\p{N}'’-]*)*/gu;
const notNames =
  /^(?:i|i'm|i've|i'll|i'd|ok|okay|mr|mrs|ms|dr|prof|yes|no|asked|since|although|though|maybe|perhaps|please|today|tomorrow|yesterday|everyone|everybody|nobody|someone|people|gonna|one|two|three|four|five|six|seven|eight|nine|ten)$/i;
const clitic = /['’](?:s|m|d|ll|re|ve)$/;
const closing = /[.'’-]/;

const startsSentence = (text: string, at: number): boolean =>
  /(?:^|[.!?:;"“]\s*)$/.test(text.slice(Math.max(0, at - 8), at));

/** The first word of a sentence has a capital anyway. It is a name before a verb of its own, or before "'s". */
const isNameAtStart = (word: string, after: string): boolean => {
  if (stopWords.has(word) || isFiniteVerb(word)) return false;
  const [next = ''] = after.trim().split(/[^\p{L}']+/u);
  return /^['’]s\b/.test(after) || (next !== '' && (isFiniteVerb(next) || /^(?:and|or)$/.test(next)) && hasVerb(after));
};

const wordsOf = (found: string): string[] =>
  found
    .split(' ')
    .map((word) => (clitic.test(word) ? word.replace(clitic, '') : withoutEnd(word, closing)))
    .filter((word) => word !== '');

const nameIn = (text: string, found: RegExpExecArray): string => {
  const words = wordsOf(found[0]);
  const [first = ''] = words;
  if (first !== '' && startsSentence(text, found.index)) {
    const end = found.index + found[0].length;
    const after = found[0].slice(first.length) + text.slice(end, end + 60);
    const low = first.toLowerCase();
    const isName = words.length > 1 ? !stopWords.has(low) : isNameAtStart(low, after);
    if (!isName) words.shift();
  }
  while (notNames.test(words[0] ?? '')) words.shift();
  return words.join(' ').toLowerCase();
};

export const namesIn = (text: string): string[] =>
  [...text.matchAll(run)].map((found) => nameIn(text, found)).filter((name) => name !== '');

const relatives =
  '(?:wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|spouse|sister|brother|mother|mum|mom|father|dad|son|daughter|child|kid|baby|aunt|uncle|cousin|niece|nephew|grand(?:mother|father|son|daughter)|friend|colleague|boss|manager|teacher|doctor|neighbou?r|room ?mate|flat ?mate|in-law)';
const name = "(\\p{Lu}[\\p{L}\\p{M}\\p{N}'’.-]{0,40}(?: \\p{Lu}[\\p{L}\\p{M}\\p{N}'’-]{0,40}){0,3})";

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

const kindsIn = (content: string): [string, NamedKind][] =>
  telling.flatMap(([pattern, kind]) =>
    [...content.matchAll(pattern)].map((found): [string, NamedKind] => [
      withoutEnd((found[1] ?? '').toLowerCase(), /[.'’-]/),
      kind,
    ]),
  );

/** A longer one is a heading or a list in capitals. */
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

/** Names in a text, each once, in order. Days, languages and peoples are left out; long documents are not read. */
export function namedIn({ content }: Pick<TextToRead, 'content'>): Named[] {
  const lower = content.toLowerCase();
  // The places would not fit if lower case changes the length of the text.
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

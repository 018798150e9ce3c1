import type { Named, NamedKind } from '@hippocamp/shared/language/named';
import { LONGEST_READ, NAME, type Slot, type TextToRead } from '@hippocamp/shared/language/reading';
import { startsSentence } from '../words/names.js';
import { isNoName } from '../words/no-names.js';
import { readFacts, SELF } from './read-facts.js';

/** Attributes that only people have. */
const ofPeople =
  /^(?:lives_in|lives_in_region|address|works_at|works_as|birthday|birth_year|born_in|age|marital_status|partner|phone|email|speaks|drives|plays|(?:likes|prefers|favourite|allergic_to):.*)$/;
const relatives =
  /^(?:wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|spouse|sister|brother|mother|father|son|daughter|child|kid|baby|aunt|uncle|cousin|niece|nephew|grand(?:mother|father|son|daughter)|friend|best friend|colleague|boss|manager|teacher|doctor|neighbou?r|room ?mate|flat ?mate|in-law)$/;
const kindsOfValues: Record<string, NamedKind> = {
  lives_in: 'place',
  lives_in_region: 'place',
  born_in: 'place',
  works_at: 'organisation',
  partner: 'person',
};

/** Names that the facts of a text tell the kind of, in lower case. */
const kindsIn = (slots: readonly Slot[], me: string): [string, NamedKind][] =>
  slots.flatMap(({ subject, attribute, value }): [string, NamedKind][] => {
    const about: [string, NamedKind][] = ofPeople.test(attribute) ? [[subject, 'person']] : [];
    if (attribute === NAME) return [[value, subject === me ? 'person' : 'thing']];
    const kind = relatives.test(attribute) ? 'person' : kindsOfValues[attribute];
    return kind ? [...about, [value, kind]] : about;
  });

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
export function namedIn({ content, speaker }: TextToRead): Named[] {
  const lower = content.toLowerCase();
  // Of a text that is longer in small letters nobody knows where its names stand.
  if (content.length > LONGEST_READ || lower.length !== content.length) return [];
  const { slots, names } = readFacts(content, speaker);
  const kinds = new Map(kindsIn(slots, speaker?.toLowerCase() ?? SELF));
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

import { stopWords } from '@hippocamp/shared/text/stop-words';
import { terms } from '@hippocamp/shared/text/terms';
import { baseOf } from './irregular.js';
import { meanings } from './synonyms.js';

/** What all forms of a word have in common. */
export const stemOf = (word: string): string => {
  if (!/^\p{L}+$/u.test(word)) return word;
  const base = baseOf(word);
  return terms(base)[0] ?? base;
};

interface Entry {
  stems: readonly string[];
  meaning: string;
}

/** "be based": being is said by any form, or by none. */
const withoutBeing = (member: string): string => {
  const rest = member.replace(/^be /, '');
  return rest.split(' ').every((word) => stopWords.has(word)) ? member : rest;
};

const entries: readonly Entry[] = [...meanings].flatMap(([meaning, members]) =>
  members.map((member) => ({ stems: withoutBeing(member).replace('-', '').split(' ').map(stemOf), meaning })),
);

const byFirst = new Map<string, Entry[]>();
for (const entry of entries) {
  const [first = ''] = entry.stems;
  byFirst.set(
    first,
    [...(byFirst.get(first) ?? []), entry].sort((one, other) => other.stems.length - one.stems.length),
  );
}

/** What words mean: the first of several meanings, all of them, and of how many words they are made. */
export interface Meaning {
  key: string;
  keys: readonly string[];
  length: number;
}

/** What the words from a place on mean, by the longest phrase that is listed; a word that is not listed means itself. */
export function meaningAt(stems: readonly string[], at: number): Meaning {
  const stem = stems[at] ?? '';
  const listed = byFirst
    .get(stem)
    ?.filter(({ stems: phrase }) => phrase.every((each, place) => each === stems[at + place]));
  const length = listed?.[0]?.stems.length ?? 1;
  const keys = [
    ...new Set(listed?.filter(({ stems: phrase }) => phrase.length === length).map(({ meaning }) => meaning)),
  ];
  return { key: keys[0] ?? stem, keys: keys.length > 0 ? keys : [stem], length };
}

/** All that one word may mean by itself. */
export const meaningsOf = (word: string): readonly string[] => {
  const stem = stemOf(word);
  return meanings.has(word) ? [word] : [...new Set([...meaningAt([stem], 0).keys, stem])];
};

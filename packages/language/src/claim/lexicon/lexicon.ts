import { stopWords, terms } from '@hippocamp/shared/text/terms';
import { baseOf } from './irregular.js';
import { meanings } from './synonyms.js';

/** What all forms of a word have in common. */
const stemOf = (word: string): string => {
  if (!/^\p{L}+$/u.test(word)) return word;
  const base = baseOf(word);
  return terms(base)[0] ?? base;
};

/** "be based": being is said by any form, or by none. */
const withoutBeing = (member: string): string => {
  const rest = member.replace(/^be /, '');
  return rest.split(' ').every((word) => stopWords.has(word)) ? member : rest;
};

/** The meanings of each word that has some by itself. */
const byStem = new Map<string, string[]>();
for (const [meaning, members] of meanings)
  for (const member of members) {
    const [stem = '', ...others] = withoutBeing(member).replace('-', '').split(' ').map(stemOf);
    if (others.length === 0) byStem.set(stem, [...(byStem.get(stem) ?? []), meaning]);
  }

/** All that one word may mean by itself. */
export const meaningsOf = (word: string): readonly string[] => {
  const stem = stemOf(word);
  return meanings.has(word) ? [word] : [...new Set([...(byStem.get(stem) ?? []), stem])];
};

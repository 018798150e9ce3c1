import { terms } from '@hippocamp/shared/text/terms';

const SHORTEST_FOREIGN = 6;
const LEAST_LETTERS = 0.5;

/** Mostly signs or digits: a drawing, a sum, a ruler, a row of emoji. */
const isMostlySigns = (words: string): boolean => {
  const signs = words
    .slice(0, 1000)
    .replace(/https?:\S+/g, 'address')
    .replace(/\s+/g, '');
  const letters = signs.match(/[\p{L}\p{M}]/gu)?.join('').length ?? 0;
  return letters < signs.length * LEAST_LETTERS && !/\p{L}{3}/u.test(signs.replace(/\p{N}/gu, ' '));
};

/** Scripts that write words without spaces need another measure of length. */
const isLatin = (words: string): boolean => /\p{Script=Latin}/u.test(words);

/** Whether there are words enough to mean something alone. */
export function saysEnough(words: string): boolean {
  if (isMostlySigns(words)) return false;
  const count = terms(words.slice(0, 1000)).length;
  if (!isLatin(words)) return count > 0 && [...words.slice(0, 40)].length >= SHORTEST_FOREIGN;
  return count > 0;
}

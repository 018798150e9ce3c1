import type { MemoryBeside, MemoryToRead } from '@hippocamp/shared/language/claim';
import { type SentenceView, viewOf } from '../compare/sentence-view.js';
import { denialsIn } from '../words/negation.js';
import { quantitiesIn } from '../words/quantities.js';

/** "The user" is whoever says "I". */
const ANYBODY = 'user';

/** "28 beds", beside "twenty-eight beds": what is equal is written alike. */
function inFormOf(text: string, { text: claim, quantities }: SentenceView): string {
  const forms = new Map(quantities.map(({ key, at, end }) => [key, claim.slice(at, end).trim()]));
  let [written, from] = ['', 0];
  for (const { at, end, key } of quantitiesIn(text)) {
    const form = forms.get(key);
    if (form === undefined) continue;
    written += text.slice(from, at) + form + (text[end - 1] === ' ' ? ' ' : '');
    from = end;
  }
  return written + text.slice(from);
}

/** "region A" is not "region B"; the first word is an article, and "I" nobody's letter. */
const lettersIn = (text: string): string[] => text.match(/(?<=\p{L} )[A-HJ-Z](?![\p{L}\p{N}']|\. \p{Lu})/gu) ?? [];

/** Small words of which one stands against another: "off" and "on", "before" and "after". */
const opposing =
  /^(?:on|off|in|out|up|down|over|under|above|below|before|after|with|without|from|to|until|since|more|less|most|least|few|fewer|many|all|both|only|same|other|own)$/;

/** Whether a claim has a word that carries meaning, a number or a denial that a memory lacks: without one it contradicts nothing. */
export const differs = (claim: SentenceView, { text, names }: MemoryToRead): boolean => {
  if (denialsIn(claim.text) % 2 !== denialsIn(text) % 2) return true;
  const letters = new Set(lettersIn(text));
  if (lettersIn(claim.text).some((letter) => !letters.has(letter))) return true;
  const known = new Set([...viewOf(text).all, ...viewOf(`of ${names.join(' ')} ${ANYBODY}`).all]);
  return claim.tokens.some(
    ({ kind, word, same }) => (kind === 'small' ? opposing.test(word) : kind !== 'sign') && !known.has(same),
  );
};

/** Memories as somebody reads them beside a claim, in their order. */
export function besideClaim(claim: string, memories: readonly MemoryToRead[]): MemoryBeside[] {
  const view = viewOf(claim);
  return memories.map((memory) => ({ text: inFormOf(memory.text, view), differs: differs(view, memory) }));
}

import { stopWords } from '@hippocamp/shared/text/stop-words';
import { wordsOf } from '../../words/verbs.js';

const latin = /\p{Script=Latin}/u;

/** Small words of other languages in Latin script that English does not have. */
const foreign = new Set(
  `ich nicht und der das ist ein eine einen mein meine sich mit auf für wir sie er es bin habe hat haben wird sind auch aber wenn dem
  el los las que un una es y mi con por para muy soy está tengo vivo pero del al le les des et est je suis une dans avec pas
  sur mon ma mes nous vous il elle ont ai j'ai j'habite c'est du het een ik niet van voor met zijn ben heb jag är och som inte har
  det på med til jeg og ikke er på di che il lo gli sono ho non con per della não eu uma são em tenho moro meu minha
  jest nie się mam mieszkam na se si în sunt și bir ve bu benim`.split(/\s+/),
);

/** English cues say nothing about a sentence in another language; it is judged by its form only. */
export function isForeign(words: string): boolean {
  const part = words.slice(0, 400);
  if (!latin.test(part)) return /\p{L}/u.test(part);
  const found = wordsOf(part);
  const other = found.filter((word) => foreign.has(word)).length;
  const english = found.filter((word) => stopWords.has(word) && !foreign.has(word)).length;
  return other > english && (other >= 2 || found.length <= 6);
}

/** Scripts that write words without spaces need another measure of length. */
export const isLatin = (words: string): boolean => latin.test(words);

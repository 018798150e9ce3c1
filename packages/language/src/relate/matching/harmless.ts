import type { Unit } from '../clauses/unit.js';
import { stemOf } from '../lexicon/lexicon.js';

const stems = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/).map(stemOf));

/** They say more or less than what they stand beside, or take it back. */
const restricting = stems(`
  only except unless without instead rather almost nearly hardly barely half former ex fake false alleged toy model future potential possible
  imaginary mock planned proposed virtual wrong most some few many several sometimes rarely seldom if but until once whole
  deputy assistant vice acting interim temporary provisional second third last previous other another different
  test demo draft trial staging canary beta alpha sandbox preview internal external public private enterprise free premium basic`);

/** What one may leave out of a name for a thing without meaning another. */
const words = stems(`
  new main little big small nice lovely dear beloved own current young tall great good beautiful whole entire actual regular usual
  weekly daily annual yearly monthly red blue green white black brown grey favourite favorite local central big large tiny huge modern
  electric digital wooden electronic personal`);

/** Whether a word, in lower case, says that a thing is not quite what its noun says, or which of several. */
export const isRestrictingWord = (word: string): boolean => restricting.has(stemOf(word));

export const isRestricting = ({ key, word }: Unit): boolean =>
  restricting.has(key) || word.split(' ').some((each) => restricting.has(stemOf(each)));

export const isHarmless = ({ key, word }: Unit): boolean => words.has(key) || words.has(stemOf(word));

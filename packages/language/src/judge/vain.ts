import type { Statement } from '@hippocamp/shared/language/statement';
import { type Heads, scoresOf } from '../heads/heads.js';
import { isForeign } from './foreign.js';
import { isOfNobody } from './of-nobody.js';

/** Of the report part's facts none has less by its words, of its noise four of ten pieces. */
const HOPELESS = 0.03;

/** Whether no vector could make a statement worth keeping. What leans on another may be kept with it. */
export function isVain(statement: Statement, words: Heads): boolean {
  if (isOfNobody(statement) !== null) return true;
  if (statement.follows !== null || isForeign(statement)) return false;
  return scoresOf(words, statement, null).keep < HOPELESS;
}

import type { Statement } from '@hippocamp/shared/language/statement';
import { type Heads, scoresOf } from '../heads/heads.js';
import { isForeign } from './foreign.js';
import { isOfNobody } from './of-nobody.js';

/** What has less by its words alone tells nothing by its vector either. */
const HOPELESS = 0.0015;

/** Whether no vector is needed: nothing could make it worth keeping, or its form alone decides. What leans on another may be kept with it. */
export function isVain(statement: Statement, words: Heads): boolean {
  if (isOfNobody(statement) !== null || statement.role === 'assistant') return true;
  if (statement.follows !== null || statement.question !== null || isForeign(statement)) return false;
  return scoresOf(words, statement, null).keep < HOPELESS;
}

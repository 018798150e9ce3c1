import type { Statement } from '@hippocamp/shared/language/statement';
import { terms } from '@hippocamp/shared/text/terms';
import { correctionIn } from '../correct/correction.js';
import type { Heads, Scores } from '../heads/heads.js';
import { readFacts } from '../read/read-facts.js';
import { isQuestion } from '../segment/statements/questions.js';
import { stateIn } from '../words/states.js';
import { isForeign, isLatin } from './foreign.js';

/** What the heads learned is English: nothing is noise for its language, but for what would be it in any. */
const FOREIGN = 0.05;

/** A question is kept for a fact that it carries: its own form speaks against it. */
const QUESTION = 0.08;

/** A few words that answer a question tell what was asked, unless they only put it off. Heads of words alone know few names and values. */
const [ANSWER_BY_MODEL, ANSWER_BY_WORDS] = [0.008, 0.0025];

/** From how much evidence on a statement tells something: heads with vectors know better than those that have words alone. */
const [LEAST_BY_MODEL, LEAST_BY_WORDS] = [1, 2.5];

/** How much each further word of meaning speaks for it: "so cool" tells nothing, a whole sentence hardly ever. */
const BY_WORDS = 3.5;

const LOOKED_AT = 1000;

const logit = (share: number): number => {
  const held = Math.min(1 - 1e-4, Math.max(1e-4, share));
  return Math.log(held / (1 - held));
};

const evidence = (words: string, keep: number): number =>
  logit(keep) + BY_WORDS * Math.log1p(terms(words.slice(0, LOOKED_AT)).length);

/** A field of a form or of settings, as it is put in words: what it is, and its one value. */
const field = /^[^:;]+: [^;]+$/;

/** Of an order or a ticket of one's own; what a form letter says of "your order" is nobody's. */
const ofOnesOwn = /^(?:the|our|my|tickets?|orders?|\p{L}{1,6}-\d)/iu;

/** What says by its form that it tells something: a field, a state, a fact that can be read. */
const isRead = ({ words, kind }: Statement): boolean =>
  (kind === 'row' && field.test(words)) ||
  (ofOnesOwn.test(words) && stateIn(words) !== null) ||
  readFacts(words, null).slots.length > 0;

const answersTell = ({ words }: Statement, keep: number, byModel: boolean): boolean =>
  keep >= (byModel ? ANSWER_BY_MODEL : ANSWER_BY_WORDS) || /\p{N}/u.test(words);

const foreignTells = ({ words }: Statement, keep: number): boolean =>
  !isQuestion(words) && (keep >= FOREIGN || !isLatin(words));

/** Whether anybody may want to be reminded of it. In doubt it does: dropping is for ever, keeping costs a row. */
export function tells(statement: Statement, { keep }: Scores, heads: Heads): boolean {
  const { words, question, after } = statement;
  const byModel = heads.vector.length > 0;
  if (question !== null || after !== null) return answersTell(statement, keep, byModel);
  if (correctionIn(words) !== null) return true;
  if (isForeign(statement)) return foreignTells(statement, keep);
  if (isQuestion(words)) return keep >= QUESTION;
  const least = byModel ? LEAST_BY_MODEL : LEAST_BY_WORDS;
  return evidence(words, keep) >= least || isRead(statement);
}

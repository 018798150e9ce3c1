import type { Statement } from '@hippocamp/shared/language/statement';
import { isFragment, leans } from '../../segment/statements/leaning.js';
import { type Evidence, evidenceOf } from '../classifying/evidence.js';

/** Its lists are suggestions; what it says of "your booking" is a fact. */
const machineDoubt = ({ kind, words }: Statement): number => {
  if (/^your\b/i.test(words) && /\d/.test(words)) return -2;
  return kind === 'item' ? 3 : 1;
};

/** A machine's words and what leans on something unsaid are less sure. */
const doubted = (statement: Statement, evidence: Evidence): number => {
  const { kind, role, heading, source, words } = statement;
  const isMachines = role === 'assistant';
  const alone = kind === 'prose' && !evidence.foreign && (leans(words) || isFragment(words)) ? 1 : 0;
  const score = evidence.score - (isMachines ? machineDoubt(statement) : 0) - alone;
  if (kind === 'item' && heading !== null && !isMachines) return Math.max(score, 2);
  // Who "you" is only the listener knows; a machine tells it to its user.
  const isToListener = source === 'chat' && !isMachines && /^you\b|^your\b/i.test(words);
  return isToListener ? Math.min(score, 1) : score;
};

/** What speaks for keeping a statement by itself. */
export function evidenceFor(statement: Statement): Evidence {
  const { question, words } = statement;
  if (question === null) {
    const evidence = evidenceOf(words, statement);
    return { ...evidence, score: doubted(statement, evidence) };
  }
  const evidence = evidenceOf(`${question} ${words}`, statement);
  return { ...evidence, score: Math.max(2, Math.min(3, evidence.score)) };
}

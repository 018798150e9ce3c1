import type { Statement } from '@hippocamp/shared/language/statement';
import type { Span } from '../spans.js';
import { contentOf, type Placed } from './statements/statements-of.js';
import type { HeardTurn, Talk } from './talk.js';
import { messageOf } from './turns.js';

/** Where what was said off the record last before a place ends, or the talk begins. */
const openFrom = (turns: readonly HeardTurn[], place: number): number =>
  Math.max(0, ...turns.filter(({ standing, end }) => standing === 'unkept' && end <= place).map(({ end }) => end));

type Context = Pick<Statement, 'context' | 'contextBefore'>;

/** The context in places of the text, and what of it was said before the text; it ends where somebody spoke off the record. */
function contextIn({ text, turns }: Talk, { start, end }: Span, shift: number): Context {
  const from = Math.max(start, openFrom(turns, end));
  const earlier = turns.findLast(({ standing, end: ends }) => standing === 'before' && ends > from);
  const ownFrom = earlier ? Math.min(end, earlier.end + 1) : from;
  const context =
    ownFrom < end && text.slice(ownFrom, end).trim() !== '' ? { start: ownFrom - shift, end: end - shift } : null;
  return { context, ...(earlier && from < earlier.end ? { contextBefore: text.slice(from, earlier.end) } : {}) };
}

const isUnkept = ({ turns }: Talk, quoted: Span | null): boolean =>
  quoted !== null &&
  turns.some(({ standing, start, end }) => standing === 'unkept' && quoted.start < end && quoted.end > start);

/** What was said off the record is quoted nowhere: the words have to say it by themselves. */
const unquoted = (statement: Statement): Statement => {
  const alone = { ...statement, question: null, after: null, earlier: null };
  return { ...alone, content: contentOf(alone) };
};

/** The statements of the text itself, in its places, with as much of what was said before as they need. */
export function ownStatements(found: readonly Placed[], talk: Talk): Statement[] {
  return found.flatMap(({ statement, quoted, turn }) => {
    const message = talk.turns[messageOf(turn)];
    if (message?.standing !== 'own') return [];
    const { shift } = message;
    const hides = isUnkept(talk, quoted);
    const reach = quoted && !hides ? quoted.start : statement.start;
    const { context: near } = statement;
    const context = { start: Math.min(near?.start ?? statement.start, reach), end: near?.end ?? statement.start };
    const place = { start: statement.start - shift, end: statement.end - shift, ...contextIn(talk, context, shift) };
    return [{ ...(hides ? unquoted(statement) : statement), ...place }];
  });
}

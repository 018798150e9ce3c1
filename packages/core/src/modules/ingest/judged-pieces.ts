import type { EarlierMessage, SourceText, Statement } from '@hippocamp/shared/language/statement';
import type { JudgedPiece, Verdict } from '@hippocamp/shared/language/verdict';

/** Of what stands before a statement in its line, UTF-16 units. */
const LEAD = 60;

/** What an assistant is told to be is nobody's word: a judge would take the talk after it for a play. */
const isSaid = ({ role }: Pick<EarlierMessage, 'role'> | Pick<Statement, 'role'>): boolean => role !== 'system';

const nameOf = ({ name, role }: EarlierMessage): string => name ?? role;

/** What a statement stands under, or who says it: a heading goes before a name, and who writes to a chat is its user. */
function labelOf({ kind, heading, speaker, role, source }: Statement): string | null {
  if ((kind === 'item' || kind === 'row') && heading !== null) return heading;
  return speaker ?? role ?? (source === 'chat' ? 'user' : null);
}

/** What stands before a statement in its line and belongs to none, without the label of who speaks. */
function between(text: string, from: number, start: number, label: string | null): string {
  const line = text.slice(Math.max(from, start - LEAD), start);
  const words = line.slice(line.lastIndexOf('\n') + 1).trim();
  return label !== null && words.startsWith(`${label}:`) ? words.slice(label.length + 1).trim() : words;
}

/** The statements of a text as a judge reads them, after what was said before; what stands there in disguise is judged beside its statement. */
export function judgedPieces(
  { text, turns = [], before = [] }: SourceText,
  statements: readonly Statement[],
): JudgedPiece[] {
  const unjudged = (message: EarlierMessage): JudgedPiece => ({
    lead: `${nameOf(message)}:`,
    text: message.content,
    isJudged: false,
  });
  let last: { label: string | null; turn: number | null } | undefined;
  let end = 0;
  const said = statements.filter(isSaid).flatMap((statement): JudgedPiece[] => {
    const { start, turn, disguised } = statement;
    const label = labelOf(statement);
    const isSameTurn = last?.turn === turn;
    const begins = last?.label !== label || !isSameTurn;
    const unkept = turn === null || isSameTurn ? [] : (turns[turn]?.unkept ?? []);
    const opened = turn === null || isSameTurn ? 0 : (turns[turn]?.start ?? 0);
    const words = between(text, Math.max(end, opened), start, label);
    last = { label, turn };
    end = Math.max(end, statement.end);
    const lead = begins && label !== null ? `${label}: ${words}`.trim() : words;
    const hidden = disguised.map((reading) => ({ lead: '', text: reading, isJudged: true }));
    return [...unkept.filter(isSaid).map(unjudged), { lead, text: statement.words, isJudged: true }, ...hidden];
  });
  return [...before.filter(isSaid).map(unjudged), ...said];
}

/** What the judge says of `judgedPieces`, statement by statement: of itself, then of what it says in disguise; nothing of a system's. */
export function verdictsOf(
  statements: readonly Statement[],
  verdicts: readonly (Verdict | null)[],
): (readonly (Verdict | null)[])[] {
  let place = 0;
  return statements.map((statement) => {
    const from = place;
    if (isSaid(statement)) place += 1 + statement.disguised.length;
    return verdicts.slice(from, place);
  });
}

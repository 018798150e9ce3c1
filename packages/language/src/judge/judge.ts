import type { Amended, Judgement, LeftOut } from '@hippocamp/shared/language/judgement';
import type { Statement } from '@hippocamp/shared/language/statement';
import type { JudgedText, Verdict } from '@hippocamp/shared/language/verdict';
import { stemsOf } from '@hippocamp/shared/text/terms';
import { instructs } from '../screen/orders.js';
import { correctionIn, leans } from '../segment/statements/leaning.js';
import { contentOf } from '../segment/statements/statements-of.js';
import { firstVerb } from '../words/verbs.js';
import { asks, corrects, isOfNobody, isTold, perhapsUnmeant, steers, verdictOf } from './verdict.js';

const sharesWords = (first: string, second: string): boolean => {
  const known = stemsOf(first);
  return [...stemsOf(second)].some((stem) => known.has(stem));
};

/** True when a sentence has another subject than the one before it in the same message. */
export function isApart({ words: before }: Statement, { words: next, follows }: Statement): boolean {
  if (follows !== null || leans(next) || sharesWords(before, next)) return false;
  // "My dog is called Rex" has a subject and a verb of its own.
  return firstVerb.test(before) && firstVerb.test(next);
}

/** The most passages of an answer, and the UTF-16 units of a passage; a very long answer has longer passages. */
const [MOST_PASSAGES, PASSAGE] = [5, 3000];

export function passagesOf(statements: readonly Statement[]): Statement[][] {
  const length = statements.reduce((sum, { words }) => sum + words.length, 0);
  const longest = Math.max(PASSAGE, length / MOST_PASSAGES);
  const passages: Statement[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const statement of statements) {
    if (size + statement.words.length / 2 > longest) {
      passages.push([]);
      size = 0;
    }
    passages.at(-1)?.push(statement);
    size += statement.words.length;
  }
  return passages;
}

const announces = /[:：]\s*$/u;

/** True when an assistant announced the next statement: "Here is my move:", "Kg3". */
const isAnnounced = (before: Statement, next: Statement): boolean =>
  next.role === 'assistant' && before.turn === next.turn && announces.test(before.words);

const between = (before: Statement, { follows, kind }: Statement): string => {
  if (follows !== null) return follows;
  return kind === 'prose' && before.kind === 'prose' ? ' ' : '\n';
};

export function asOne(statements: readonly Statement[]): Statement {
  const [first, ...others] = statements;
  if (!first) throw new Error('nothing is no statement');
  if (others.length === 0) return first;
  let before = first;
  let { words } = first;
  for (const next of others) {
    words += between(before, next) + next.words;
    before = next;
  }
  const whole = { ...first, end: before.end, words, spoken: words };
  return { ...whole, content: contentOf(whole) };
}

/** A statement that tells something. `verdict` is null where no model judged it. */
interface Found {
  /** The segmented statement; `statement` may have the words it follows added. */
  said: Statement;
  statement: Statement;
  verdict: Verdict | null;
  steers: boolean;
}

/** A string is the reason for leaving a statement out, as it goes on after "it". */
type Finding = Found | string;

export const [JUDGE, FORM] = ['judge-1', 'form-1'];

/** UTF-16 units of prose that are kept as one memory at most. */
const LONGEST_TOGETHER = 600;

const NOTHING_TOLD = 'tells nothing that anybody would want to be reminded of';

/** In "er, 221" after "my locker has number 212", the figure tells something about the statement before. */
const isFigureOf = ({ after, words }: Statement): boolean => after !== null && /\p{N}/u.test(words);

/** The earlier statement of the same person that it corrects. Null when it corrects none or stands by itself. */
function amendedBy(statement: Statement, verdict: Verdict | null): Amended | null {
  const { after } = statement;
  if (after === null || !verdict || !corrects(statement, verdict)) return null;
  return { told: after, sure: verdict.corrects };
}

function tells(statement: Statement, verdict: Verdict | null): boolean {
  if (verdict === null || amendedBy(statement, verdict)) return true;
  // An assistant's question is kept with its answer.
  if (statement.role === 'assistant' && asks(verdict)) return false;
  return isTold(statement, verdict) || correctionIn(statement.words) !== null || isFigureOf(statement);
}

/** A correction is kept with what it corrects, because its own words say too little. */
function withEarlier(statement: Statement): Statement {
  const { after, earlier, question } = statement;
  if (after !== null || earlier === null || question !== null || correctionIn(statement.words)) return statement;
  const told = { ...statement, after: earlier };
  return { ...told, content: contentOf(told) };
}

type Orders = ReadonlySet<string | null>;

const knownOf = (verdicts: readonly (Verdict | null)[] = []): Verdict[] =>
  verdicts.filter((verdict) => verdict !== null);

/** Statements and other texts that try to steer. */
function ordersAmong(statements: readonly Statement[], verdicts: Verdicts, added: readonly JudgedText[]): Orders {
  const own = statements.filter((statement, place) => steers(statement, knownOf(verdicts?.[place])));
  const others = added.filter(({ text, verdicts: on }) =>
    steers({ words: text, instructs: instructs(text), disguised: [] }, knownOf(on)),
  );
  return new Set([...own.flatMap(({ words, spoken }) => [words, spoken]), ...others.map(({ text }) => text)]);
}

/** An answer to somebody's order, or an item below one, is told without it. */
function withoutOrders(statement: Statement, orders: Orders): Statement {
  const { question, after, earlier, heading } = statement;
  if (![question, after, earlier, heading].some((text) => orders.has(text))) return statement;
  const free = (text: string | null) => (orders.has(text) ? null : text);
  const told = { question: free(question), after: free(after), earlier: free(earlier), heading: free(heading) };
  return { ...statement, ...told, content: contentOf({ ...statement, ...told }) };
}

/** The first verdict is on the statement itself, the others on text disguised in it. */
function find(said: Statement, verdicts: readonly (Verdict | null)[], orders: Orders): Finding {
  const verdict = verdicts[0] ?? null;
  const free = withoutOrders(said, orders);
  const statement = verdict && corrects(free, verdict) ? withEarlier(free) : free;
  const isOrder = steers(statement, knownOf(verdicts)) || orders.has(statement.speaker);
  const found = { said, statement, verdict, steers: isOrder };
  if (found.steers) return found;
  return isOfNobody(statement) ?? (tells(statement, found.verdict) ? found : NOTHING_TOLD);
}

const isOfOneMessage = ({ statement: before }: Found, { statement: next }: Found): boolean =>
  before.turn === null ? next.follows !== null : before.turn === next.turn && before.kind === next.kind;

const isPlain = ({ statement: { kind, question, after }, steers }: Found): boolean =>
  !steers && question === null && after === null && (kind === 'prose' || kind === 'item');

function goesOn(first: Found, last: Found, next: Found): boolean {
  if (last.steers || !isPlain(next) || !isOfOneMessage(last, next)) return false;
  // A correction replaces what it corrects, and joins nothing else.
  if (amendedBy(last.statement, last.verdict)) return false;
  // Lines of one block stay together, and apart from other blocks.
  if (last.statement.block !== next.statement.block) return false;
  if (next.statement.block !== null) return true;
  if (next.statement.kind !== 'prose' || next.statement.heading !== first.statement.heading) return false;
  return next.statement.end - first.statement.start <= LONGEST_TOGETHER && !isApart(last.statement, next.statement);
}

/** The statements that are kept as one, in order. Those of an assistant are grouped by passage. */
function groupsOf(found: readonly Found[]): Found[][] {
  const groups: Found[][] = [];
  const passages = passagesAmong(found);
  for (const one of found) {
    const group = groups.at(-1);
    const [first, last] = [group?.[0], group?.at(-1)];
    const isOfAssistant = passages.has(one.statement);
    const joins = isOfAssistant
      ? last !== undefined && passages.get(one.statement) === passages.get(last.statement)
      : first !== undefined && last !== undefined && !passages.has(last.statement) && goesOn(first, last, one);
    if (joins) group?.push(one);
    else groups.push([one]);
  }
  return groups;
}

function passagesAmong(found: readonly Found[]): ReadonlyMap<Statement, readonly Statement[]> {
  const answers = new Map<number | null, Statement[]>();
  for (const { statement, steers } of found)
    if (statement.role === 'assistant' && !steers) {
      const answer = answers.get(statement.turn);
      if (answer) answer.push(statement);
      else answers.set(statement.turn, [statement]);
    }
  const passages = [...answers.values()].flatMap(passagesOf);
  return new Map(passages.flatMap((passage) => passage.map((statement) => [statement, passage] as const)));
}

const leftOut = (because: string): LeftOut => ({ keep: false, rationale: `Left out, since it ${because}.` });

/** The last statement of a group gets the judgement for all of it. */
function judgementsOf(group: readonly Found[]): [Statement, Judgement][] {
  const statements = group.map(({ statement }) => statement);
  const last = group.at(-1);
  if (!last) return [];
  const whole = asOne(statements);
  const correction = correctionIn(whole.words);
  const amends = group.length === 1 ? amendedBy(whole, group[0]?.verdict ?? null) : null;
  const verdicts = group.flatMap(({ verdict }) => verdict ?? []);
  const kept: Judgement = {
    keep: true,
    ...verdictOf(whole, verdicts),
    by: verdicts.length > 0 ? JUDGE : FORM,
    instructs: last.steers,
    joined: whole === last.said ? null : whole,
    ...(correction ? { corrects: correction } : {}),
    ...(amends ? { amends } : {}),
    ...(perhapsUnmeant(verdicts) ? { perhapsUnmeant: true } : {}),
  };
  const others = group
    .slice(0, -1)
    .map(({ said }): [Statement, Judgement] => [said, leftOut('is kept as one with what follows')]);
  return [...others, [last.said, kept]];
}

/** A statement that an assistant announced is kept though it tells nothing by itself. */
function findAll(statements: readonly Statement[], verdicts: Verdicts, orders: Orders): Finding[] {
  const findings: Finding[] = [];
  for (const [place, statement] of statements.entries()) {
    const finding = find(statement, verdicts?.[place] ?? [], orders);
    const before = findings.at(-1);
    const isKept = typeof before === 'object' && isAnnounced(before.statement, statement);
    findings.push(
      finding === NOTHING_TOLD && isKept ? { said: statement, statement, verdict: null, steers: false } : finding,
    );
  }
  return findings;
}

/** Each statement has a verdict on itself, then on text disguised in it. Undefined where no model judged. */
export type Verdicts = readonly (readonly (Verdict | null)[])[] | undefined;

/** `added` are other texts that contents of the statements take up. */
export function judge(
  statements: readonly Statement[],
  verdicts: Verdicts,
  added: readonly JudgedText[] = [],
): Judgement[] {
  const findings = findAll(statements, verdicts, ordersAmong(statements, verdicts, added));
  const found = findings.filter((finding) => typeof finding !== 'string');
  const judged = new Map(groupsOf(found).flatMap(judgementsOf));
  return statements.map((statement, place): Judgement => {
    const finding = findings[place];
    return judged.get(statement) ?? leftOut(typeof finding === 'string' ? finding : NOTHING_TOLD);
  });
}

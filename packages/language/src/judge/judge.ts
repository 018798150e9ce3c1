import type { Judgement, LeftOut } from '@hippocamp/shared/language/judgement';
import type { Statement } from '@hippocamp/shared/language/statement';
import { correctionIn } from '../correct/correction.js';
import { plainSpoken } from '../heads/features.js';
import { type Heads, type Scores, scoresOf } from '../heads/heads.js';
import { withSign } from '../segment/statements/questions.js';
import { isApart } from './apart.js';
import { asOne } from './as-one.js';
import { assistantTells, passagesOf } from './assistants.js';
import { isOfNobody } from './of-nobody.js';
import { tells } from './telling.js';
import { steers, verdictOf } from './verdict.js';

/** A statement that tells something, with what the heads say of it. */
interface Found {
  statement: Statement;
  vector: Float32Array | null;
  scores: Scores;
  heads: Heads;
  steers: boolean;
}

/** Why a statement is left out, after "it". */
type Finding = Found | string;

/** What leans on a statement that is kept is kept with it, but for what tells nothing at all: "It is great!" */
const LEANING = 0.01;

/** Together they are one memory, and no longer than a message is; UTF-16 units. */
const LONGEST_TOGETHER = 600;

/** Heads with vectors, and those for statements without one. */
export interface JudgingHeads {
  model: Heads;
  words: Heads;
}

const NOTHING_TOLD = 'tells nothing that anybody would want to be reminded of';

/** An answer is judged by its own words: the question in it would speak for any of them. A question is judged as one, with or without its sign. */
function scored(heads: Heads, statement: Statement, vector: Float32Array | null): Scores {
  const { spoken, question } = statement;
  const told = question === null ? withSign(spoken) : plainSpoken(spoken);
  return scoresOf(heads, { ...statement, question: null, spoken: told }, vector);
}

function find({ model, words }: JudgingHeads, statement: Statement, vector: Float32Array | null): Finding {
  const heads = vector === null ? words : model;
  const nobodys = isOfNobody(statement);
  const scores = scored(heads, statement, vector);
  const found = { statement, vector, scores, heads, steers: steers(statement, scores, heads) };
  if (found.steers) return found;
  if (nobodys !== null) return nobodys;
  if (statement.role === 'assistant') return assistantTells(statement) ? found : NOTHING_TOLD;
  const leansOn = statement.follows !== null && scores.keep >= LEANING;
  return leansOn || tells(statement, scores, heads) ? found : NOTHING_TOLD;
}

const isOfOneMessage = ({ statement: before }: Found, { statement: next }: Found): boolean =>
  before.turn === null ? next.follows !== null : before.turn === next.turn && before.kind === next.kind;

const isPlain = ({ statement: { kind, question, after }, steers }: Found): boolean =>
  !steers && question === null && after === null && (kind === 'prose' || kind === 'item');

/** Whether what is found goes on in the memory that others of the message make; `first` and `last` of those. */
function goesOn(first: Found, last: Found, next: Found): boolean {
  if (last.steers || !isPlain(next) || !isOfOneMessage(last, next)) return false;
  // A line of a block is kept whole, or known whole.
  if (last.statement.block !== next.statement.block) return false;
  if (next.statement.block !== null) return true;
  if (next.statement.kind !== 'prose' || next.statement.heading !== first.statement.heading) return false;
  return next.statement.end - first.statement.start <= LONGEST_TOGETHER && !isApart(last, next);
}

/** Those that are kept as one, in their order; what an assistant tells in one answer makes passages. */
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

/** The passage of each statement of an assistant. */
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

/** One for each of a group: the last of them stands for all. */
function judgementsOf(group: readonly Found[]): [Statement, Judgement][] {
  const statements = group.map(({ statement }) => statement);
  const last = group.at(-1);
  if (!last) return [];
  const whole = asOne(statements);
  const corrects = correctionIn(whole.words);
  const parts = group.map(({ scores }) => scores);
  const kept: Judgement = {
    keep: true,
    ...verdictOf(whole, parts, last.heads),
    instructs: last.steers,
    joined: group.length > 1 ? whole : null,
    ...(corrects ? { corrects } : {}),
  };
  const others = statements
    .slice(0, -1)
    .map((statement): [Statement, Judgement] => [statement, leftOut('is kept as one with what follows')]);
  return [...others, [last.statement, kept]];
}

export type Judge = (statements: readonly Statement[], vectors?: readonly (Float32Array | null)[]) => Judgement[];

/** What is to become of the statements of one text, in their order; with their vectors the heads know more. */
export const createJudge =
  (heads: JudgingHeads): Judge =>
  (statements, vectors = []) => {
    const findings = statements.map((statement, place) => find(heads, statement, vectors[place] ?? null));
    const found = findings.filter((finding) => typeof finding !== 'string');
    const judged = new Map(groupsOf(found).flatMap(judgementsOf));
    return statements.map((statement, place): Judgement => {
      const finding = findings[place];
      return judged.get(statement) ?? leftOut(typeof finding === 'string' ? finding : NOTHING_TOLD);
    });
  };

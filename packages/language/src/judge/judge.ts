import type { Judgement, Kept, LeftOut } from '@hippocamp/shared/language/judgement';
import type { Statement } from '@hippocamp/shared/language/statement';
import { correctionIn } from '../correct/correction.js';
import { type Heads, type Scores, scoresOf } from '../heads/heads.js';
import { readFacts } from '../read/read-facts.js';
import { contentOf } from '../segment/statements/content.js';
import { LONGEST_TOGETHER } from '../segment/statements/follows.js';
import { takesUp } from '../segment/statements/leaning.js';
import { isQuestion } from '../segment/statements/questions.js';
import { stateIn } from '../words/states.js';
import { isForeign, isLatin } from './foreign.js';
import { isOfNobody } from './of-nobody.js';
import { steers, verdictOf } from './verdict.js';

/** A statement that is kept, or what it was joined to, with what the heads say of it; or why it is not, after "it". */
type Finding = { statement: Statement; scores: Scores; heads: Heads } | string;

/** What leans on a statement that is kept is kept with it, but for what tells nothing at all: "It is great!" */
const LEANING = 0.01;

/** Whether a statement is kept as one with the one before it, or with those that this one was joined to; what leans itself holds nothing. */
const isJoinable = (before: Statement, { follows, end }: Statement): boolean =>
  follows !== null && end - before.start <= LONGEST_TOGETHER && !takesUp(before.words);

/** Both as one. */
function join(before: Statement, { follows, words, end }: Statement): Statement {
  const together = `${before.words}${follows ?? ' '}${words}`;
  const joined = { ...before, end, words: together, spoken: together };
  return { ...joined, content: contentOf(joined) };
}

/** What the heads learned is English: nothing is noise for its language, but for what would be it in any. */
const FOREIGN = 0.05;

/** A fact that can be read needs little more to speak for it: of a hundred such sentences eighty-three are worth keeping. */
const READ = 0.15;

/** A field of a form or of settings, as it is put in words: what it is, and its one value. */
const field = /^[^:;]+: [^;]+$/;

/** Of an order or a ticket of one's own; what a form letter says of "your order" is nobody's. */
const ofOnesOwn = /^(?:the|our|my|tickets?|orders?|\p{L}{1,6}-\d)/iu;
const tellsState = (words: string): boolean => ofOnesOwn.test(words) && stateIn(words) !== null;

/** A few words that answer a question for a fact are one too, and so is a field that somebody filled. */
const isRead = ({ words, question, kind }: Statement): boolean =>
  question !== null ||
  (kind === 'row' && field.test(words)) ||
  (!isQuestion(words) && (tellsState(words) || readFacts(words, null).slots.length > 0));

const isWorth = (statement: Statement, { keep }: Scores, { threshold }: Heads): boolean => {
  if (keep >= threshold) return true;
  if (isForeign(statement)) return !isQuestion(statement.words) && (keep >= FOREIGN || !isLatin(statement.words));
  return (keep >= threshold * READ && isRead(statement)) || correctionIn(statement.words) !== null;
};

/** Heads with vectors, and those for statements without one. */
export interface JudgingHeads {
  model: Heads;
  words: Heads;
}

/** One for each statement. What leans on the one before it is joined to that where both are worth keeping. */
function findingsOf(
  { model, words }: JudgingHeads,
  statements: readonly Statement[],
  vectors: readonly (Float32Array | null)[],
): Finding[] {
  const findings: Finding[] = [];
  for (const [place, statement] of statements.entries()) {
    const vector = vectors[place] ?? null;
    const heads = vector === null ? words : model;
    const nobodys = isOfNobody(statement);
    const scores = scoresOf(heads, statement, vector);
    const before = findings.at(-1);
    if (steers(statement, scores, heads)) findings.push({ statement, scores, heads });
    else if (nobodys !== null) findings.push(nobodys);
    else if (
      before &&
      typeof before !== 'string' &&
      isJoinable(before.statement, statement) &&
      scores.keep >= LEANING
    ) {
      findings[findings.length - 1] = 'is kept as one with what follows';
      findings.push({ ...before, statement: join(before.statement, statement) });
    } else if (isWorth(statement, scores, heads)) findings.push({ statement, scores, heads });
    else findings.push('tells nothing that somebody would want to be reminded of');
  }
  return findings;
}

const leftOut = (because: string): LeftOut => ({ keep: false, rationale: `Left out, since it ${because}.` });

export type Judge = (statements: readonly Statement[], vectors?: readonly (Float32Array | null)[]) => Judgement[];

/** What is to become of the statements of one text, in their order; with their vectors the heads know more. */
export const createJudge =
  (heads: JudgingHeads): Judge =>
  (statements, vectors = []) =>
    findingsOf(heads, statements, vectors).map((finding, place): Judgement => {
      if (typeof finding === 'string') return leftOut(finding);
      const { statement, scores, heads: own } = finding;
      const corrects = correctionIn(statement.words);
      const kept: Kept = {
        ...{ keep: true, ...verdictOf(statement, scores, own), joined: null },
        ...(corrects ? { corrects } : {}),
      };
      return statement === statements[place] ? kept : { ...kept, joined: statement };
    });

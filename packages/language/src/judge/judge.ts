import type { Judgement, LeftOut } from '@hippocamp/shared/language/judgement';
import type { Statement } from '@hippocamp/shared/language/statement';
import { contentOf } from '../segment/statements/content.js';
import { LONGEST_TOGETHER } from '../segment/statements/follows.js';
import { classify } from './classifying/classify.js';
import { type Evidence, evidenceOf } from './classifying/evidence.js';
import { evidenceFor } from './keeping/doubt.js';
import { unworthiness } from './keeping/worth.js';

/** A statement that is kept, or what it was joined to, and what speaks for it; or why it is not, after "it". */
type Finding = { statement: Statement; evidence: Evidence } | string;

const LEAST_EVIDENCE = 1;

const alone = (statement: Statement): Finding => {
  const evidence = evidenceFor(statement);
  const isKept = evidence.score >= LEAST_EVIDENCE || statement.instructs;
  return isKept ? { statement, evidence } : 'has too little that speaks for keeping it';
};

/** Whether a statement is kept as one with the one before it, or with those that this one was joined to. */
const isJoinable = (before: Statement, { follows, end }: Statement): boolean =>
  follows !== null && end - before.start <= LONGEST_TOGETHER;

/** Both as one. */
function join(before: Statement, { follows, words, end }: Statement): Statement {
  const together = `${before.words}${follows ?? ' '}${words}`;
  const joined = { ...before, end, words: together, spoken: together };
  return { ...joined, content: contentOf(joined) };
}

const together = (before: Exclude<Finding, string>, after: Statement): Finding => {
  const statement = join(before.statement, after);
  const evidence = evidenceOf(statement.words, statement);
  return { statement, evidence: { ...evidence, score: Math.max(evidence.score, before.evidence.score) } };
};

/** One for each statement. What leans on the one before it is joined to that where both are worth keeping. */
const findingsOf = (statements: readonly Statement[]): Finding[] => {
  const findings: Finding[] = [];
  for (const statement of statements) {
    const before = findings.at(-1);
    const unworthy = unworthiness(statement);
    if (unworthy !== null) findings.push(unworthy);
    else if (before && typeof before !== 'string' && isJoinable(before.statement, statement)) {
      findings[findings.length - 1] = 'is kept as one with what follows';
      findings.push(together(before, statement));
    } else findings.push(alone(statement));
  }
  return findings;
};

const leftOut = (because: string): LeftOut => ({ keep: false, rationale: `Left out, since it ${because}.` });

/** What is to become of the statements of one text, in their order, by rules of English. */
export const judge = (statements: readonly Statement[]): Judgement[] =>
  findingsOf(statements).map((finding, place) => {
    if (typeof finding === 'string') return leftOut(finding);
    const { statement, evidence } = finding;
    const { question, words, spoken } = statement;
    const verdict = classify(question === null ? spoken : `${question} ${words}`, evidence);
    return { keep: true, ...verdict, joined: statement === statements[place] ? null : statement };
  });

import { contentHash } from '@hippocamp/core/modules/memories/normalise';
import { combine, judge } from '@hippocamp/core/modules/validate/verdict';
import { subclaimsOf, weighing } from '@hippocamp/core/modules/validate/weigh';
import { newMemory, recordOf } from '@hippocamp/core/testing/builders';
import { type Verdict, verdict } from '@hippocamp/shared/schemas/validate';
import { rules } from '../rules.js';
import type { Known, Triple } from './triple.js';

const onDay = (day: number) => new Date(Date.UTC(2026, 2, day));
const idOf = (place: number) => `0195f0a0-0000-7000-8000-${String(place).padStart(12, '0')}`;

const toRecord = (given: string | Known, place: number) => {
  const { content, day = 1, replacedBy, until, owner } = typeof given === 'string' ? { content: given } : given;
  return recordOf(
    newMemory(idOf(place), {
      content,
      contentHash: contentHash(content),
      ownerEntityId: owner ?? null,
      createdAt: onDay(day),
      supersededById: replacedBy === undefined ? null : idOf(replacedBy),
      invalidAt: until === undefined ? null : onDay(until),
    }),
  );
};

/** What the rules say, all that is known being found. */
export function verdictOf({ known, claim, asOf = 20 }: Triple): Verdict {
  const records = known.map(toRecord);
  const subclaims = subclaimsOf(claim, rules.statementsOf(claim));
  const relevance = subclaims.map(() => new Map(records.map(({ id }) => [id, 1])));
  const others = new Map(records.map((record) => [record.id, record]));
  const { comparison, weigh } = weighing(claim, subclaims, { records, others, relevance }, onDay(asOf), new Set());
  return combine(weigh(rules.relate(comparison)).map(judge)).verdict;
}

export interface Outcome {
  triple: Triple;
  got: Verdict;
}

export const run = (triples: readonly Triple[]): Outcome[] =>
  triples.map((triple) => ({ triple, got: verdictOf(triple) }));

/** The mean over the verdicts of the harmonic mean of precision and recall. */
export function macroF1(outcomes: readonly Outcome[]): number {
  const scores = verdict.options.map((label) => {
    const right = outcomes.filter(({ triple, got }) => triple.verdict === label && got === label).length;
    const wanted = outcomes.filter(({ triple }) => triple.verdict === label).length;
    const given = outcomes.filter(({ got }) => got === label).length;
    return wanted + given === 0 ? 1 : (2 * right) / (wanted + given);
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

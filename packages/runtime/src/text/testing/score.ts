import { type Verdict, verdict } from '@hippocamp/shared/schemas/validate';
import { judgeClaim, type KnownText } from '../../claim-parts.js';
import type { Known, Triple } from './triple.js';

const onDay = (day: number) => new Date(Date.UTC(2026, 2, day));

const toText = (given: string | Known): KnownText => {
  const { day = 1, until, ...rest } = typeof given === 'string' ? { content: given } : given;
  return { ...rest, at: onDay(day), ...(until === undefined ? {} : { until: onDay(until) }) };
};

/** What the rules say, all that is known being found. */
export async function verdictOf({ known, claim, asOf = 20 }: Triple): Promise<Verdict> {
  const { verdict: said } = await judgeClaim(claim, known.map(toText), { asOf: onDay(asOf) });
  return said;
}

export interface Outcome {
  triple: Triple;
  got: Verdict;
}

export const run = (triples: readonly Triple[]): Promise<Outcome[]> =>
  Promise.all(triples.map(async (triple) => ({ triple, got: await verdictOf(triple) })));

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

import { languageByRules } from '@hippocamp/runtime/text/text-ports';
import type { Comparison } from '@hippocamp/shared/language/comparison';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { linesOf } from '../reading/labelled.js';
import { comparePairs, type PairReader } from '../setups/reading-parts.js';

export const relations = ['same', 'conflict', 'different'] as const;
export type Relation = (typeof relations)[number];

/** Two sentences of one speaker, the older first; `labelled/README.md` describes the files. */
export interface LabelledPair {
  a: string;
  b: string;
  want: Relation;
}

/** The effect of an ingest; `asked` keeps both sentences and asks a person. */
export const outcomes = ['same', 'conflict', 'asked', 'different'] as const;
export type PairOutcome = (typeof outcomes)[number];

export interface JudgedPair extends LabelledPair {
  said: PairOutcome;
}

/** Only these files measure; the others are for learning. */
const REPORT = ['pairs/pairs-p4.jsonl', 'pairs/pairs-p22.jsonl'];

const tenant = 'bench' as TenantId;

const told: Record<Comparison['verdict'], PairOutcome> = {
  same: 'same',
  replaces: 'conflict',
  may_replace: 'asked',
  about: 'different',
  unrelated: 'different',
};

export async function judgePairs(
  pairs: readonly LabelledPair[],
  pairReader: PairReader | null = null,
): Promise<JudgedPair[]> {
  const judged: JudgedPair[] = [];
  // One pair at a time, since the reading of one text has a limit.
  for (const pair of pairs) {
    const asked = { older: pair.a, newer: pair.b, near: 1 };
    const [found] = await comparePairs(tenant, [asked], { language: languageByRules, pairReader });
    judged.push({ ...pair, said: told[found?.verdict ?? 'unrelated'] });
  }
  return judged;
}

export const judgeReportPairs = (pairReader: PairReader): Promise<JudgedPair[]> =>
  judgePairs(
    REPORT.flatMap((file) => linesOf<LabelledPair>(file)),
    pairReader,
  );

export const confusionOf = (judged: readonly JudgedPair[]): Record<Relation, Record<PairOutcome, number>> => {
  const rowOf = (want: Relation) =>
    Object.fromEntries(
      outcomes.map((said) => [said, judged.filter((pair) => pair.want === want && pair.said === said).length]),
    ) as Record<PairOutcome, number>;
  return { same: rowOf('same'), conflict: rowOf('conflict'), different: rowOf('different') };
};

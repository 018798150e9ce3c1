import type { Kept } from '@hippocamp/shared/language/judgement';
import type { Statement } from '@hippocamp/shared/language/statement';
import type { Tier } from '@hippocamp/shared/schemas/common';
import type { Heads, Scores } from '../heads/heads.js';
import { tagsOf } from './tags.js';

const tierNames: Record<Tier, string> = {
  semantic: 'a lasting fact',
  episodic: 'something that happened or is to happen',
  short_term: 'a passing state',
};

const round = (value: number) => Math.round(value * 100) / 100;

/** What is just worth keeping is less sure than what clearly is; below the threshold of the pipeline (0.35) a person would have to look at it. */
const confidenceOf = (keep: number, threshold: number): number =>
  0.4 + 0.55 * Math.max(0, (keep - threshold) / (1 - threshold));

/** A third of the way from 0.2 to 0.8 for each step of importance. */
const importanceOf = (importance: number): number => 0.2 + 0.3 * (importance - 1);

const percent = (share: number) => `${Math.round(100 * share)} %`;

/** Whether a person has to look at it, since it tries to steer the memory or its reader. */
export const steers = ({ instructs }: Statement, { steer }: Scores, { steering }: Heads): boolean =>
  instructs || steer >= steering;

/** Tier, importance, confidence, tags and the reason of a statement that is kept. */
export function verdictOf(statement: Statement, scores: Scores, heads: Heads): Omit<Kept, 'keep' | 'joined'> {
  const { keep, tiers, importance, because } = scores;
  const [first] = Object.entries(tiers).sort(([, one], [, other]) => other - one);
  const tier = (first?.[0] ?? 'episodic') as Tier;
  const words = because.length > 0 ? `, for ${because.map((word) => `"${word}"`).join(', ')} among others` : '';
  return {
    tier,
    importance: round(importanceOf(importance)),
    confidence: round(confidenceOf(keep, heads.threshold)),
    tags: tagsOf(statement.words),
    rationale: `Worth keeping (${percent(keep)}), and taken for ${tierNames[tier]} (${percent(first?.[1] ?? 0)})${words}.`,
    by: heads.id,
    instructs: steers(statement, scores, heads),
  };
}

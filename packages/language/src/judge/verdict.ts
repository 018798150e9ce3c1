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

/** From 0.1 for what hardly tells anything to 0.95 for what surely matters; 0.4 where it is as likely to matter as not. */
const confidenceOf = (keep: number, threshold: number): number =>
  keep < threshold ? 0.1 + 0.3 * (keep / threshold) : 0.4 + 0.55 * ((keep - threshold) / (1 - threshold));

/** A third of the way from 0.2 to 0.8 for each step of importance; less of it for what may not matter. */
const importanceOf = (importance: number, keep: number, threshold: number): number =>
  (0.2 + 0.3 * (importance - 1)) * (0.5 + 0.5 * Math.min(1, keep / threshold));

const percent = (share: number) => `${Math.round(100 * share)} %`;

/** Whether a person has to look at it, since it tries to steer the memory or its reader. */
export const steers = ({ instructs }: Statement, { steer }: Scores, { steering }: Heads): boolean =>
  instructs || steer >= steering;

const lasting: readonly Tier[] = ['semantic', 'episodic', 'short_term'];

const tierOf = ({ tiers }: Scores): Tier =>
  lasting.reduce((first, tier) => (tiers[tier] > tiers[first] ? tier : first), 'semantic');

/** Of several statements those count that matter nearly as much as the one that matters most. */
const COUNTS = 0.3;

/** Of those that count, the tier of the one that lasts longest, with the scores that say so. */
function lastingOf(parts: readonly Scores[], most: number): { tier: Tier; by: Scores } | undefined {
  const counting = parts.filter(({ keep }) => keep >= COUNTS * most);
  const told = counting.map((by) => ({ tier: tierOf(by), by }));
  return told.sort((one, other) => lasting.indexOf(one.tier) - lasting.indexOf(other.tier))[0];
}

/** What an assistant told happened in a talk, and matters as far as somebody comes back to it. */
const ofAssistant = {
  tier: 'episodic',
  importance: 0.2,
  confidence: 0.4,
  rationale: 'What the assistant told.',
} as const;

/** Tier, importance, confidence, tags and the reason of what is kept as one, from the scores of each of its statements. */
export function verdictOf(
  { words, role }: Pick<Statement, 'words' | 'role'>,
  parts: readonly Scores[],
  heads: Heads,
): Omit<Kept, 'keep' | 'joined' | 'instructs'> {
  if (role === 'assistant') return { ...ofAssistant, tags: tagsOf(words), by: heads.id };
  const keep = Math.max(...parts.map((scores) => scores.keep));
  const { tier, by } = lastingOf(parts, keep) ?? { tier: 'episodic', by: undefined };
  const because = by?.because.map((word) => `"${word}"`).join(', ');
  const named = because ? `, for ${because} among others` : '';
  const sure = by ? ` (${percent(by.tiers[tier])})` : '';
  return {
    tier,
    importance: round(importanceOf(Math.max(...parts.map(({ importance }) => importance)), keep, heads.threshold)),
    confidence: round(confidenceOf(keep, heads.threshold)),
    tags: tagsOf(words),
    rationale: `Tells something; that it matters is ${percent(keep)} likely, and it is taken for ${tierNames[tier]}${sure}${named}.`,
    by: heads.id,
  };
}

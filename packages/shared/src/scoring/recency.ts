import type { Tier } from '../schemas/common.js';

const HOUR = 3_600_000;

/**
 * Half-life of a memory's recency in milliseconds. 138.3 h is a decay of 0.995 an hour (Park et al. 2023, Generative Agents,
 * section 4.1); facts fade more slowly, in 90 days.
 */
export const halfLife: Record<Tier, number> = {
  short_term: 138.3 * HOUR,
  episodic: 138.3 * HOUR,
  semantic: 90 * 24 * HOUR,
};

/** Tiers that share a half-life: within a group, recency sorts as the timestamp does. */
export const recencyGroups: readonly (readonly Tier[])[] = [['short_term', 'episodic'], ['semantic']];

/** `0.5 ^ (age / half-life)`, 0..1; 1 for a time to come. */
export function recency(tier: Tier, lastRelevantAt: Date, now: Date): number {
  const age = Math.max(0, now.getTime() - lastRelevantAt.getTime());
  return 0.5 ** (age / halfLife[tier]);
}

import type { Tally } from './cases.js';

export interface Interval {
  share: number;
  low: number;
  high: number;
}

/** Standard deviations that hold 95 % of a normal distribution. */
const Z = 1.959964;

/** Wilson's interval of 95 % (1927) for `hits` among `all`; null for none. */
export function wilson(hits: number, all: number): Interval | null {
  if (all === 0) return null;
  const share = hits / all;
  const weight = Z ** 2 / all;
  const middle = (share + weight / 2) / (1 + weight);
  const half = (Z * Math.sqrt((share * (1 - share) + weight / 4) / all)) / (1 + weight);
  return { share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Each measure is a share, given as hits and all. */
export const measures: Record<string, (tally: Tally) => [hits: number, all: number]> = {
  'recall of facts': ({ facts, factsKept }) => [factsKept, facts],
  'precision of facts': ({ factsKept, noise, noiseKept, facts }) =>
    facts === 0 || noise === 0 ? [0, 0] : [factsKept, factsKept + noiseKept],
  'noise kept': ({ noise, noiseKept }) => [noiseKept, noise],
  'tier right': ({ factsKept, tiersRight }) => [tiersRight, factsKept],
};

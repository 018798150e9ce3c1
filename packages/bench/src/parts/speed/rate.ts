import { summarise } from '../../measure/percentiles.js';

/** Half of the rate of one client that waits for each answer, and at most 20 a second, for a service on two cores. */
const SHARE = 0.5;
const MOST = 20;
/** A 99th percentile needs this many requests; a slow query gets up to three times the given seconds for them. */
const LEAST = 102;
const LONGEST = 3;

/** The rate goes by the mean, since some questions take many times as long as most. */
export const rateOf = (latencies: readonly number[]): number =>
  Math.min(MOST, (SHARE * 1000) / summarise(latencies).mean);

export const secondsAt = (rate: number, seconds: number): number =>
  Math.max(seconds, Math.min(LEAST / rate, LONGEST * seconds));

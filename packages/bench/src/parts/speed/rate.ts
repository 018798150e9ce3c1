import { summarise } from '../../measure/percentiles.js';

/** Of what one client reaches that waits for each answer; and more asks nobody of a service on two cores. */
const SHARE = 0.5;
const MOST = 20;
/** A 99th percentile needs so many; a slow one is asked for up to so many times the seconds that were given. */
const LEAST = 102;
const LONGEST = 3;

/** A rate that it can serve: some questions take many times as long as most, so it goes by the mean. */
export const rateOf = (latencies: readonly number[]): number =>
  Math.min(MOST, (SHARE * 1000) / summarise(latencies).mean);

export const secondsAt = (rate: number, seconds: number): number =>
  Math.max(seconds, Math.min(LEAST / rate, LONGEST * seconds));

import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { emptySample, noteFailure, type Sample } from './closed-loop.js';
import { arrivals } from './schedule.js';

export interface OpenSample extends Sample {
  /** ms that the client itself was late with each request. */
  lateness: number[];
}

/** ms; Node's timers are accurate to one or two. */
export const LATE = 5;

export const sentLate = ({ lateness }: OpenSample): number =>
  lateness.filter((milliseconds) => milliseconds > LATE).length;

/** Successes a second, over the `seconds` of the schedule or the actual time where that is longer. */
export const achievedRate = (sample: OpenSample, seconds: number): number =>
  sample.latencies.length / Math.max(seconds, sample.seconds);

const machine = { now: () => performance.now(), sleep: (milliseconds: number) => setTimeout(milliseconds) };

/** Each latency counts from its scheduled time, so that it includes the wait in a queue. */
export async function openLoop(
  send: () => Promise<unknown>,
  rate: number,
  seconds: number,
  { now, sleep }: { now: () => number; sleep: (milliseconds: number) => Promise<unknown> } = machine,
): Promise<OpenSample> {
  const sample: OpenSample = { ...emptySample(), lateness: [] };
  const start = now();
  const one = async (due: number) => {
    const sent = now();
    sample.lateness.push(Math.max(0, sent - due));
    try {
      await send();
      // A request that a timer sent early counts from its sending.
      sample.latencies.push(now() - Math.min(due, sent));
    } catch (error) {
      noteFailure(sample, error);
    }
  };
  const underWay: Promise<void>[] = [];
  for (const offset of arrivals(rate, seconds)) {
    const wait = start + offset - now();
    if (wait > 1) await sleep(wait - 0.5);
    underWay.push(one(start + offset));
  }
  await Promise.all(underWay);
  sample.seconds = (now() - start) / 1000;
  return sample;
}

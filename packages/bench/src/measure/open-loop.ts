import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptySample, noteFailure, type Sample, type Send } from './closed-loop.js';
import { arrivals } from './schedule.js';

export interface OpenSample extends Sample {
  /** Milliseconds that the client itself was late with each request. */
  lateness: number[];
}

/**
 * Sends at the times of the schedule, whatever is still under way, and takes each latency from the time that was scheduled: what
 * waits in a queue counts, which a closed loop leaves out.
 */
export async function openLoop(send: Send, rate: number, seconds: number): Promise<OpenSample> {
  const sample: OpenSample = { ...emptySample(), lateness: [] };
  const start = performance.now();
  const one = async (due: number) => {
    sample.lateness.push(performance.now() - due);
    try {
      await send();
      sample.latencies.push(performance.now() - due);
    } catch (error) {
      noteFailure(sample, error);
    }
  };
  const underWay: Promise<void>[] = [];
  for (const offset of arrivals(rate, seconds)) {
    const wait = start + offset - performance.now();
    if (wait > 1) await sleep(wait - 0.5);
    underWay.push(one(start + offset));
  }
  await Promise.all(underWay);
  sample.seconds = (performance.now() - start) / 1000;
  return sample;
}

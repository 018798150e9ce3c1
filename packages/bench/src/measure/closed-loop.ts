import { performance } from 'node:perf_hooks';
import type { Answer } from './client.js';

export interface Sample {
  /** ms of each request that succeeded. */
  latencies: number[];
  failures: number;
  firstFailure: string | null;
  seconds: number;
}

/** Rejects unless the request succeeds. */
export type Send = () => Promise<Answer>;

export interface ClosedLoop {
  /** Requests under way at once; each waits for its answer before the next. */
  connections: number;
  /** The loop ends at `requests` or `seconds`, whichever comes first, but not before `least` requests. */
  requests: number;
  seconds: number;
  least?: number;
}

export const emptySample = (): Sample => ({ latencies: [], failures: 0, firstFailure: null, seconds: 0 });

export const noteFailure = (sample: Sample, error: unknown): void => {
  sample.failures += 1;
  sample.firstFailure ??= error instanceof Error ? error.message : String(error);
};

export async function closedLoop(send: Send, { connections, requests, seconds, least = 10 }: ClosedLoop) {
  const sample = emptySample();
  const start = performance.now();
  const end = start + seconds * 1000;
  let sent = 0;
  const more = () => sent < requests && (sent < least || performance.now() < end);
  const work = async () => {
    while (more()) {
      sent += 1;
      try {
        sample.latencies.push((await send()).milliseconds);
      } catch (error) {
        noteFailure(sample, error);
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  sample.seconds = (performance.now() - start) / 1000;
  return sample;
}

export const pool = (samples: readonly Sample[]): Sample => ({
  latencies: samples.flatMap(({ latencies }) => latencies),
  failures: samples.reduce((sum, { failures }) => sum + failures, 0),
  firstFailure: samples.find(({ firstFailure }) => firstFailure !== null)?.firstFailure ?? null,
  seconds: samples.reduce((sum, { seconds }) => sum + seconds, 0),
});

export const throughput = ({ latencies, seconds }: Sample): number => latencies.length / seconds;

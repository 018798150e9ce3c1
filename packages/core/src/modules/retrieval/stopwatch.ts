import { performance } from 'node:perf_hooks';

export interface Stopwatch {
  readonly milliseconds: Record<string, number>;
  measure<Result>(stage: string, work: () => Promise<Result>): Promise<Result>;
}

/** Sums times by stage, ms. */
export function createStopwatch(): Stopwatch {
  const milliseconds: Record<string, number> = {};
  return {
    milliseconds,
    async measure(stage, work) {
      const start = performance.now();
      try {
        return await work();
      } finally {
        milliseconds[stage] = (milliseconds[stage] ?? 0) + Math.round((performance.now() - start) * 1000) / 1000;
      }
    },
  };
}

/** ms. A percentile is null where there are too few values for it. */
export interface Summary {
  n: number;
  min: number;
  p50: number;
  p95: number | null;
  p99: number | null;
  max: number;
  mean: number;
}

/** Nearest rank; `sorted` is ascending and not empty. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;

const LEAST_FOR_P95 = 20;
const LEAST_FOR_P99 = 100;

export const ascending = (values: readonly number[]): number[] => [...values].sort((first, second) => first - second);

export const median = (values: readonly number[]): number => percentile(ascending(values), 0.5);

export function summarise(values: readonly number[]): Summary {
  const sorted = ascending(values);
  const n = sorted.length;
  return {
    n,
    min: sorted[0] ?? Number.NaN,
    p50: percentile(sorted, 0.5),
    p95: n >= LEAST_FOR_P95 ? percentile(sorted, 0.95) : null,
    p99: n >= LEAST_FOR_P99 ? percentile(sorted, 0.99) : null,
    max: sorted.at(-1) ?? Number.NaN,
    mean: sorted.reduce((sum, value) => sum + value, 0) / n,
  };
}

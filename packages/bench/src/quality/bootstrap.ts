import { createRandom } from './random.js';

const RUNS = 2000;

export interface Difference {
  mean: number;
  /** Ends of the interval that holds 95 % of the resampled means. */
  low: number;
  high: number;
}

const resampledMean = (values: readonly number[], random: () => number): number => {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[Math.floor(random() * values.length)] ?? 0;
  return sum / values.length;
};

/** Paired bootstrap (Efron 1979) of the difference over the same questions. */
export function pairedDifference(ours: readonly number[], control: readonly number[]): Difference {
  const random = createRandom(1);
  const differences = ours.map((value, index) => value - (control[index] ?? 0));
  const means = Array.from({ length: RUNS }, () => resampledMean(differences, random)).sort((a, b) => a - b);
  return {
    mean: differences.reduce((sum, value) => sum + value, 0) / differences.length,
    low: means[Math.floor(RUNS * 0.025)] ?? 0,
    high: means[Math.floor(RUNS * 0.975)] ?? 0,
  };
}

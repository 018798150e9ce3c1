export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of the values around the mean; 0 of none. */
export const deviation = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((first, second) => first - second);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}

export const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

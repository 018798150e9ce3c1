/** Powers of ten around some values above 0: one at or below all, one at or above all, and those between. */
export function axisTicks(values: readonly number[]): number[] {
  const from = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9));
  return Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
}

/** Where a value stands between `start`, the first tick, and `end`, the last, by its logarithm. */
export function placeOn(ticks: readonly number[], start: number, end: number): (value: number) => number {
  const [first, last] = [Math.log10(ticks[0] ?? 1), Math.log10(ticks.at(-1) ?? 10)];
  return (value) => start + ((Math.log10(value) - first) / (last - first)) * (end - start);
}

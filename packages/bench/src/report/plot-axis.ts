/** Powers of ten, from at or below all values to at or above all; the values are above 0. */
export function axisTicks(values: readonly number[]): number[] {
  const from = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9));
  return Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
}

/** Maps the first tick to `start` and the last to `end`, by the logarithm. */
export function placeOn(ticks: readonly number[], start: number, end: number): (value: number) => number {
  const [first, last] = [Math.log10(ticks[0] ?? 1), Math.log10(ticks.at(-1) ?? 10)];
  return (value) => start + ((Math.log10(value) - first) / (last - first)) * (end - start);
}

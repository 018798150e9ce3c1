/** ms from the start at which each request is due: `rate` a second, evenly spread. */
export const arrivals = (rate: number, seconds: number): number[] =>
  Array.from({ length: Math.floor(rate * seconds) }, (_, index) => (index * 1000) / rate);

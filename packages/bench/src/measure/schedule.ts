/** When each request of an open loop is due, in milliseconds from its start: `rate` a second, evenly spread. */
export const arrivals = (rate: number, seconds: number): number[] =>
  Array.from({ length: Math.floor(rate * seconds) }, (_, index) => (index * 1000) / rate);

/** Arora, Liang, Ma 2017, section 4.1: 1e-3 to 1e-4 work best. */
const SMOOTHING = 1e-3;

/** Flattens the head of the curve (Mandelbrot 1953): the frequency falls with 1 / (rank + 1 + MANDELBROT). */
const MANDELBROT = 2.7;

/** a / (a + p) by rank from 0 (Arora, Liang, Ma 2017); p by Zipf's law, because counts are not published. */
export function wordWeights(ranked: number): (rank: number) => number {
  let total = 0;
  for (let rank = 0; rank < ranked; rank += 1) total += 1 / (rank + 1 + MANDELBROT);
  return (rank) => SMOOTHING / (SMOOTHING + 1 / ((rank + 1 + MANDELBROT) * total));
}

/** Draws one of `size` places, the first most often, after Zipf and Mandelbrot. */
export function createZipf(size: number): (random: () => number) => number {
  const ends: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= size; rank += 1) {
    sum += 1 / (rank + 2.7);
    ends.push(sum);
  }
  return (random) => {
    const drawn = random() * sum;
    let low = 0;
    let high = size - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) > drawn) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

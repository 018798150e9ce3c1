import type { Verdict } from '@hippocamp/shared/language/verdict';

/** In order: keep, three tiers, importance, whose it is (three), asks, unmeant, steers, corrects. */
export const WIDTH = 12;

/** The place of `steers` among them. */
export const STEERS = 10;

const probability = (value: number): number => 1 / (1 + Math.exp(-value));

function shares(values: readonly [number, number, number]): [number, number, number] {
  const most = Math.max(...values);
  const [first, second, third] = [Math.exp(values[0] - most), Math.exp(values[1] - most), Math.exp(values[2] - most)];
  const sum = first + second + third;
  return [first / sum, second / sum, third / sum];
}

function verdictOf(row: Float32Array): Verdict {
  const at = (place: number): number => row[place] ?? 0;
  const [semantic, episodic, shortTerm] = shares([at(1), at(2), at(3)]);
  const [self, other, assistant] = shares([at(5), at(6), at(7)]);
  return {
    keep: probability(at(0)),
    tiers: { semantic, episodic, short_term: shortTerm },
    importance: Math.min(3, Math.max(1, at(4))),
    whose: { self, other, assistant },
    asks: probability(at(8)),
    unmeant: probability(at(9)),
    steers: probability(at(STEERS)),
    corrects: probability(at(11)),
  };
}

export const verdictsIn = (said: Float32Array): Verdict[] =>
  Array.from({ length: said.length / WIDTH }, (_, row) => verdictOf(said.subarray(row * WIDTH, (row + 1) * WIDTH)));

import {
  pairFeatures,
  pairValues,
  pairWords,
  relations,
  type ViewedPair,
  viewOf,
} from '@hippocamp/runtime/reading-parts';
import type { Relations } from '@hippocamp/shared/language/comparison';
import { fit, type Loss, outputsFor, type Sample, softmaxLoss } from './fit.js';
import type { PairExample } from './pair-examples.js';

/** A word that fewer pairs have is learned by heart. */
const LEAST_PAIRS = 4;
/** How much a pair by chance counts beside one that was written. */
const CHANCE = 0.3;

/** Examples as numbers, once for all fits. */
export interface PairDesign {
  samples: Sample[];
  /** Of an example that it was not made of. */
  sampleOf(example: PairExample): Sample;
  pairs: ViewedPair[];
  scales: Map<string, { mean: number; spread: number }>;
  words: string[];
  size: number;
}

export const viewed = ({ a, b }: PairExample): ViewedPair => ({ older: viewOf(a), newer: viewOf(b) });

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function scalesOf(rows: readonly Record<string, number>[]): PairDesign['scales'] {
  return new Map(
    Object.keys(rows[0] ?? {}).map((name) => {
      const values = rows.map((row) => row[name] ?? 0);
      const mean = meanOf(values);
      return [name, { mean, spread: Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2))) || 1 }];
    }),
  );
}

const wordsOf = (pairs: readonly ViewedPair[]): string[] => {
  const counts = new Map<string, number>();
  for (const pair of pairs) for (const word of pairWords(pair)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].flatMap(([word, count]) => (count >= LEAST_PAIRS ? [word] : [])).sort();
};

export function designOf(examples: readonly PairExample[]): PairDesign {
  const pairs = examples.map(viewed);
  const scales = scalesOf(pairs.map(pairFeatures));
  const words = wordsOf(pairs.filter((_, place) => !examples[place]?.isChance));
  const placeOf = new Map(words.map((word, place) => [word, place]));
  const dense = scales.size + (scales.size * (scales.size - 1)) / 2;
  const sampleOf = (pair: ViewedPair): Sample => {
    const found = pairValues(pair, scales, (word) => placeOf.has(word));
    const values = [...found.features, ...found.products];
    const spoken = found.words.known.map((word) => dense + (placeOf.get(word) ?? 0));
    return {
      places: Int32Array.from([...values.keys(), ...spoken]),
      values: Float64Array.from([...values, ...spoken.map(() => found.words.value)]),
    };
  };
  return {
    samples: pairs.map(sampleOf),
    sampleOf: (example) => sampleOf(viewed(example)),
    pairs,
    scales,
    words,
    size: dense + words.length,
  };
}

const weighted =
  (loss: Loss, weights: readonly number[]): Loss =>
  (outputs, sample) => {
    loss(outputs, sample);
    for (let place = 0; place < outputs.length; place += 1)
      outputs[place] = (outputs[place] as number) * (weights[sample] ?? 1);
  };

const softmax = (outputs: Float64Array): Relations => {
  const raised = [...outputs].map((value) => Math.exp(value - Math.max(...outputs)));
  const sum = raised.reduce((total, value) => total + value, 0);
  const [same = 0, conflict = 0, different = 0] = raised.map((value) => value / sum);
  return { same, conflict, different };
};

/** Fits on the examples at some places. */
export function fitPairs(examples: readonly PairExample[], design: PairDesign, places: readonly number[]) {
  const chosen = places.flatMap((place) => design.samples[place] ?? []);
  const wanted = places.map((place) => relations.indexOf(examples[place]?.want ?? 'different'));
  const weights = places.map((place) => (examples[place]?.isChance ? CHANCE : 1));
  const model = fit(chosen, design.size, relations.length, weighted(softmaxLoss(wanted), weights));
  return { model, of: (sample: Sample): Relations => softmax(outputsFor(model, sample)) };
}

const round = (value: number) => Math.round(value * 1e4) / 1e4;

/** The weights of a `PairHead`, as they are written. */
export function rowsOf({ model }: ReturnType<typeof fitPairs>, { scales, words }: PairDesign) {
  const weightsAt = (place: number) =>
    Array.from(model.weights.subarray(place * model.outputs, (place + 1) * model.outputs), round);
  const dense = scales.size + (scales.size * (scales.size - 1)) / 2;
  return {
    bias: Array.from(model.bias, round),
    features: Object.fromEntries(
      [...scales].map(([name, { mean, spread }], place) => [name, [round(mean), round(spread), ...weightsAt(place)]]),
    ),
    products: Array.from({ length: dense - scales.size }, (_, place) => weightsAt(scales.size + place)),
    words: Object.fromEntries(words.map((word, place) => [word, weightsAt(dense + place)])),
  };
}

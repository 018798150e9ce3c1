import type { Relations } from '@hippocamp/shared/language/comparison';
import { pairFeatures, type ViewedPair } from './pair-features.js';
import { wordsIn } from './sentence-view.js';

export const relations = ['same', 'conflict', 'different'] as const;
export type Relation = (typeof relations)[number];

/** A number for each of `relations`. */
type Weights = readonly number[];

/** How sure one has to be of what the newer of two sentences is to the older: probabilities, 0..1. */
export interface Bounds {
  /** From which on the newer says no more than the older. */
  same: number;
  /** The same where something makes it unlikely. */
  sameInSpite: number;
  /** From which on the older no longer holds. */
  replaces: number;
  /** The same where the newer says that something has changed, and tells of the same. */
  replacesTold: number;
  /** The same where something makes it unlikely. */
  replacesInSpite: number;
  /** From which on a person has to say whether it does. */
  doubtful: number;
}

/** A linear head over two sentences of one speaker as it is kept in a file: what the newer one is to the older. */
export interface PairHead extends Bounds {
  /** Names the weights. */
  id: string;
  bias: Weights;
  /** Of each feature, in the order of their weights. */
  scales: ReadonlyMap<string, Scale>;
  weights: readonly Weights[];
  /** For each two features, by the place of the second, then of the first: the weights of their product. */
  products: readonly Weights[];
  words: ReadonlyMap<string, Weights>;
}

/** How much the parts of a sample count beside each other. */
const [FEATURE, PRODUCT, WORDS] = [0.25, 0.03, 2.5];
const MOST_PRODUCT = 4;

/** Words and pairs of words that only one of two sentences has, and how the newer one begins. */
export function pairWords({ older, newer }: ViewedPair): string[] {
  const [first, second] = [wordsIn(older), wordsIn(newer)];
  const [known, said] = [new Set(first), new Set(second)];
  return [
    ...second.filter((word) => !known.has(word)).map((word) => `+${word}`),
    ...first.filter((word) => !said.has(word)).map((word) => `-${word}`),
    `^${newer.tokens[0]?.word ?? ''}`,
  ];
}

/** A pair as numbers: features, their products, words; in this order, which is that of the weights. */
export interface PairValues {
  features: number[];
  products: number[];
  /** Each of the known words counts so much. */
  words: { known: string[]; value: number };
}

export interface Scale {
  mean: number;
  spread: number;
}

const product = (value: number, other: number): number =>
  PRODUCT * Math.max(-MOST_PRODUCT, Math.min(MOST_PRODUCT, value * other));

const standardised = (pair: ViewedPair, scales: ReadonlyMap<string, Scale>): number[] => {
  const found = pairFeatures(pair);
  return Array.from(scales, ([name, { mean, spread }]) => ((found[name] ?? 0) - mean) / spread);
};

const spoken = (pair: ViewedPair, isKnown: (word: string) => boolean): PairValues['words'] => {
  const known = pairWords(pair).filter(isKnown);
  return { known, value: WORDS / Math.sqrt(Math.max(1, known.length)) };
};

/** The numbers of a pair. */
export function pairValues(
  pair: ViewedPair,
  scales: ReadonlyMap<string, Scale>,
  isKnown: (word: string) => boolean,
): PairValues {
  const standard = standardised(pair, scales);
  return {
    features: standard.map((value) => FEATURE * value),
    products: standard.flatMap((value, place) => standard.slice(0, place).map((other) => product(value, other))),
    words: spoken(pair, isKnown),
  };
}

const softmax = (values: readonly number[]): Relations => {
  const most = Math.max(...values);
  const raised = values.map((value) => Math.exp(value - most));
  const sum = raised.reduce((total, value) => total + value, 0);
  const [same = 0, conflict = 0, different = 0] = raised.map((value) => value / sum);
  return { same, conflict, different };
};

/** Probabilities, which sum to 1. The same as by `pairValues`, without keeping some thousand numbers. */
export function relationsOf(head: PairHead, pair: ViewedPair): Relations {
  const values = [...head.bias];
  const add = (weights: Weights | undefined, times: number) => {
    if (!weights) return;
    for (let place = 0; place < values.length; place += 1)
      values[place] = (values[place] ?? 0) + times * (weights[place] ?? 0);
  };
  const standard = standardised(pair, head.scales);
  let at = 0;
  for (const [place, value] of standard.entries()) {
    add(head.weights[place], FEATURE * value);
    for (let other = 0; other < place; other += 1) add(head.products[at++], product(value, standard[other] ?? 0));
  }
  const words = spoken(pair, (word) => head.words.has(word));
  for (const word of words.known) add(head.words.get(word), words.value);
  return softmax(values);
}

interface Kept extends Omit<PairHead, 'scales' | 'weights' | 'words'> {
  /** Mean and spread of each feature, then its weights. */
  features: Record<string, [mean: number, spread: number, ...weights: number[]]>;
  words: Record<string, number[]>;
}

/** Reads what `npm run train` writes: JSON with the members of `Kept`. Throws where it is something else. */
export function readPairHead(text: string): PairHead {
  const { features, words, ...rest } = JSON.parse(text) as Kept;
  const count = Object.keys(features).length;
  if (rest.bias.length !== relations.length || rest.products.length !== (count * (count - 1)) / 2) {
    throw new Error('the head of pairs has not all of its weights');
  }
  return {
    ...rest,
    scales: new Map(Object.entries(features).map(([name, [mean, spread]]) => [name, { mean, spread }])),
    weights: Object.values(features).map(([_mean, _spread, ...weights]) => weights),
    words: new Map(Object.entries(words)),
  };
}

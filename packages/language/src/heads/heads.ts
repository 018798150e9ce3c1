import { type Featured, formFeatures, wordFeatures } from './features.js';

export const headNames = ['keep', 'semantic', 'episodic', 'short_term', 'importance', 'steer'] as const;
export type HeadName = (typeof headNames)[number];

/** A row of numbers for each head, in the order of `headNames`. */
type Weights = readonly number[];

/** Linear heads as they are kept in a file, over the words and the form of a statement and, where there is one, its vector. */
export interface Heads {
  /** Names the weights. */
  id: string;
  /** The probability from which on a statement is kept, 0..1. */
  threshold: number;
  /** The probability from which on a person has to look at it, since it tries to steer who reads it, 0..1. */
  steering: number;
  bias: Weights;
  /** How rare a word or pair of words is, then its weights. */
  words: ReadonlyMap<string, Weights>;
  /** One for each of `formNames`. */
  form: readonly Weights[];
  /** One for each dimension; none where the heads look at no vector. */
  vector: readonly Weights[];
}

/** The heads' opinion of a statement. */
export interface Scores {
  /** Probability that it is worth keeping, 0..1. */
  keep: number;
  /** Probabilities, which sum to 1. */
  tiers: Record<'semantic' | 'episodic' | 'short_term', number>;
  /** 1 for what hardly matters, 3 for what matters much. */
  importance: number;
  /** Probability that it tries to steer the memory or its reader, 0..1. */
  steer: number;
  /** The words that speak most for the tier. */
  because: string[];
}

/** Of all words of a statement together: a long one weighs no more than a short one. */
const WORDS_LENGTH = 4;

/** The known words of a statement, each with what it counts: tf-idf, with logarithmic frequency, of length `WORDS_LENGTH`. */
export function weighedWords(statement: Featured, rarity: (word: string) => number | undefined): [string, number][] {
  const known = [...wordFeatures(statement)].flatMap(([word, count]): [string, number][] => {
    const rare = rarity(word);
    return rare === undefined ? [] : [[word, (1 + Math.log(count)) * rare]];
  });
  const length = Math.hypot(...known.map(([, value]) => value));
  return known.map(([word, value]) => [word, (WORDS_LENGTH * value) / length]);
}

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

function softmax(values: readonly number[]): number[] {
  const most = Math.max(...values);
  const raised = values.map((value) => Math.exp(value - most));
  const sum = raised.reduce((total, value) => total + value, 0);
  return raised.map((value) => value / sum);
}

const TIERS = ['semantic', 'episodic', 'short_term'] as const;
const MOST_NAMED = 3;

const tierOf = (values: readonly number[]): number => values.indexOf(Math.max(...values.slice(1, 4)), 1);

/** What each head says. `vector` is that of the statement's told text, of unit length; it is left out where there is none. */
export function scoresOf(heads: Heads, statement: Featured, vector: Float32Array | null): Scores {
  const values = [...heads.bias];
  const add = (weights: Weights | undefined, times: number, from = 0) => {
    if (weights && times !== 0) {
      for (let head = 0; head < values.length; head += 1)
        values[head] = (values[head] ?? 0) + times * (weights[head + from] ?? 0);
    }
  };
  const words = weighedWords(statement, (word) => heads.words.get(word)?.[0]);
  for (const [word, value] of words) add(heads.words.get(word), value, 1);
  for (const [place, value] of formFeatures(statement).entries()) add(heads.form[place], value);
  if (vector) for (const [place, weights] of heads.vector.entries()) add(weights, vector[place] ?? 0);
  const tier = tierOf(values);
  const speaks = ([word, value]: [string, number]) => value * (heads.words.get(word)?.[tier + 1] ?? 0);
  const because = words
    .filter((word) => /\p{L}/u.test(word[0]) && speaks(word) > 0)
    .sort((first, second) => speaks(second) - speaks(first));
  const [semantic = 0, episodic = 0, shortTerm = 0] = softmax(values.slice(1, 1 + TIERS.length));
  return {
    keep: sigmoid(values[0] ?? 0),
    tiers: { semantic, episodic, short_term: shortTerm },
    importance: Math.min(3, Math.max(1, values[4] ?? 2)),
    steer: sigmoid(values[5] ?? 0),
    because: [...new Set(because.map(([word]) => word.replace(/^\^|\$$/, '')))].slice(0, MOST_NAMED),
  };
}

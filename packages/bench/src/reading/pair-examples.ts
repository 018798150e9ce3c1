import { readdirSync } from 'node:fs';
import { openReadingModel } from '@hippocamp/runtime/reading-parts';
import type { LabelledPair } from '../ingest-quality/pairs.js';
import { held } from './held.js';
import { linesOf } from './labelled.js';

/** A pair, and whose it is. */
export interface PairExample extends LabelledPair {
  topic: string;
  author: string;
  /** Two facts of one author that were not written as a pair, of two topics where those are narrow: what most memories are to each other. */
  isChance: boolean;
}

type Named = LabelledPair & { topic: string; author: string };

const FIRST = { topic: 'first', author: 'P0' };
const folder = new URL('../../labelled/pairs/', import.meta.url);

const readPairs = (): Named[] =>
  readdirSync(folder)
    .sort()
    .flatMap((name) => linesOf<LabelledPair & Partial<Named>>(`pairs/${name}`))
    .map((pair) => ({ ...FIRST, ...pair }));

/** Above it two facts by chance may well be about the same. */
const MOST_ALIKE = 0.75;
/** Of each second pair: as many again as are written would say no more. */
const EVERY = 2;

const dot = (first: Float32Array | null, second: Float32Array | null): number =>
  first && second ? first.reduce((sum, value, place) => sum + value * (second[place] ?? 0), 0) : 0;

interface Embedded extends Named {
  older: Float32Array | null;
  newer: Float32Array | null;
}

/** A topic with fewer pairs is about one thing. */
const NARROW = 40;

/** The older sentences of others nearest to each newer one: those are different, and the nearest are the hardest. */
const chancesOf = (pairs: readonly Embedded[]): PairExample[] => {
  const counts = new Map<string, number>();
  const key = ({ author, topic }: Named) => `${author} ${topic}`;
  for (const pair of pairs) counts.set(key(pair), (counts.get(key(pair)) ?? 0) + 1);
  return pairs.flatMap((pair, place) => {
    if (place % EVERY !== 0) return [];
    const { a, b, newer, topic, author } = pair;
    const isNarrow = (counts.get(key(pair)) ?? 0) < NARROW;
    const others = pairs
      .filter((other) => other.author === author && (other.topic === topic) !== isNarrow)
      .filter((other) => other.a !== a && other.b !== b)
      .map((other) => ({ a: other.a, cosine: dot(other.older, newer) }))
      .filter(({ cosine }) => cosine < MOST_ALIKE)
      .sort((first, second) => second.cosine - first.cosine);
    return others
      .slice(0, 1)
      .map((other): PairExample => ({ a: other.a, b, want: 'different', topic, author, isChance: true }));
  });
};

/** All pairs, and pairs by chance of those that train and of those that bound the model. */
export async function pairExamples(): Promise<Record<'training' | 'bounding' | 'report', PairExample[]>> {
  const model = await openReadingModel();
  const pairs = readPairs();
  const [older, newer] = [await model.embed(pairs.map(({ a }) => a)), await model.embed(pairs.map(({ b }) => b))];
  await model.close();
  const embedded = pairs.map((pair, place) => ({ ...pair, older: older[place] ?? null, newer: newer[place] ?? null }));
  const examples = embedded.map(({ older: _older, newer: _newer, ...pair }): PairExample => {
    return { ...pair, isChance: false };
  });
  const chances = chancesOf(
    embedded.filter(({ author, topic }) => !held.report.includes(author) && topic !== FIRST.topic),
  );
  const training = [...examples.filter(({ author }) => !held.report.includes(author)), ...chances];
  return {
    training,
    bounding: training.filter(({ author }) => held.authors.includes(author)),
    report: examples.filter(({ author }) => held.report.includes(author)),
  };
}

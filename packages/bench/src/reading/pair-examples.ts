import { readdirSync } from 'node:fs';
import { openReadingModel } from '@hippocamp/runtime/reading-parts';
import type { LabelledPair } from '../ingest-quality/pairs.js';
import { linesOf } from './labelled.js';

/** A pair with what a model makes of it. */
export interface PairExample extends LabelledPair {
  topic: string;
  author: string;
  /** Of the vectors of both; null without a model. */
  cosine: number | null;
  /** Two facts of one author and topic that were not written as a pair: what most memories are to each other. */
  isChance: boolean;
}

type Named = LabelledPair & { topic: string; author: string };

/** Whose pairs measure and train nothing. */
const REPORT = 'P4';
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

/** The older sentences of others nearest to each newer one: those are different, and the nearest are the hardest. */
const chancesOf = (pairs: readonly Embedded[]): PairExample[] =>
  pairs.flatMap(({ a, b, newer, topic, author }, place) => {
    if (place % EVERY !== 0) return [];
    const others = pairs
      .filter((other) => other.author === author && other.topic === topic && other.a !== a && other.b !== b)
      .map((other) => ({ a: other.a, b, cosine: dot(other.older, newer) }))
      .filter(({ cosine }) => cosine < MOST_ALIKE)
      .sort((first, second) => second.cosine - first.cosine);
    return others.slice(0, 1).map((pair) => ({ ...pair, want: 'different', topic, author, isChance: true }));
  });

/** All pairs, with and without their cosines, and pairs by chance of those that train. */
export async function pairExamples(): Promise<{ training: PairExample[]; report: PairExample[] }> {
  const model = await openReadingModel();
  const pairs = readPairs();
  const [older, newer] = [await model.embed(pairs.map(({ a }) => a)), await model.embed(pairs.map(({ b }) => b))];
  await model.close();
  const embedded = pairs.map((pair, place) => ({ ...pair, older: older[place] ?? null, newer: newer[place] ?? null }));
  const examples = embedded.map(({ older: first, newer: second, ...pair }): PairExample => {
    return { ...pair, cosine: dot(first, second), isChance: false };
  });
  const chances = chancesOf(embedded.filter(({ author, topic }) => author !== REPORT && topic !== FIRST.topic));
  return {
    training: [...examples.filter(({ author }) => author !== REPORT), ...chances],
    report: examples.filter(({ author }) => author === REPORT),
  };
}

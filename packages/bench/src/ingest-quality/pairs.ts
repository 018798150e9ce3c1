import { comparerOfWords, languageByRules } from '@hippocamp/runtime/reading-parts';
import type { ComparedText, Comparison } from '@hippocamp/shared/language/comparison';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { linesOf } from '../reading/labelled.js';

/** What the newer sentence of a pair is to the older one. */
export const relations = ['same', 'conflict', 'different'] as const;
export type Relation = (typeof relations)[number];

/** Two sentences of one speaker, the older first; see `labelled/README.md`. */
export interface LabelledPair {
  a: string;
  b: string;
  want: Relation;
}

export interface JudgedPair extends LabelledPair {
  said: Relation;
}

/** Pairs of the author that measures; the other files are to learn from. */
const REPORT = 'pairs/pairs-p4.jsonl';

const tenant = 'bench' as TenantId;

const told: Record<Comparison['verdict'], Relation> = {
  same: 'same',
  repeats: 'same',
  replaces: 'conflict',
  unrelated: 'different',
};

async function readAll(contents: readonly string[]): Promise<ComparedText[]> {
  const found = await languageByRules.read(
    tenant,
    contents.map((content) => ({ content, speaker: null })),
  );
  return found.map(({ stems, words, ...reading }, place) => ({
    ...{ content: contents[place] ?? '', stems: new Set(stems), words, reading },
  }));
}

/** What an ingest would make of each pair, were the older sentence known. */
export async function judgePairs(pairs: readonly LabelledPair[]): Promise<JudgedPair[]> {
  const comparer = await comparerOfWords();
  const [older, newer] = [await readAll(pairs.map(({ a }) => a)), await readAll(pairs.map(({ b }) => b))];
  const vectors = await comparer.embed([...pairs.map(({ a }) => a), ...pairs.map(({ b }) => b)], 'memory');
  const likenessOf = (place: number): number | null => {
    const [second, first] = [vectors[place], vectors[pairs.length + place]];
    return first && second ? comparer.likeness(first, second) / comparer.calibration.same : null;
  };
  const compared = pairs.flatMap((_pair, place) => {
    const [first, second] = [newer[place], older[place]];
    return first && second ? [{ first, second, likeness: likenessOf(place) }] : [];
  });
  const comparisons = await languageByRules.compare(tenant, compared);
  return pairs.map((pair, place) => ({ ...pair, said: told[comparisons[place]?.verdict ?? 'unrelated'] }));
}

export const judgeReportPairs = (): Promise<JudgedPair[]> => judgePairs(linesOf<LabelledPair>(REPORT));

/** How many of each relation are taken for each. */
export const confusionOf = (judged: readonly JudgedPair[]): Record<Relation, Record<Relation, number>> => {
  const countOf = (want: Relation, said: Relation) =>
    judged.filter((pair) => pair.want === want && pair.said === said).length;
  const rowOf = (want: Relation) => ({
    same: countOf(want, 'same'),
    conflict: countOf(want, 'conflict'),
    different: countOf(want, 'different'),
  });
  return { same: rowOf('same'), conflict: rowOf('conflict'), different: rowOf('different') };
};

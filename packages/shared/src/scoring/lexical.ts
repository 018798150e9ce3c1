import { type SparseVector, sparseOf, termId, terms } from '../text/terms.js';
import type { KnownSpeaker } from './priors.js';

/**
 * BM25 (Robertson and Zaragoza 2009, section 3.1) with a fixed average length, normalised by the question, so that the
 * score of a memory lies in 0..1 and depends on no other memory. The memory's side of the sum is stored, the question's side
 * is sent, and an index only takes their dot product.
 */
export const bm25 = { k1: 0.9, b: 0.4 } as const;

/** Average length in terms, by field: a memory's own text, and its text with what came before. */
export const averageLength = { own: 20, context: 60 } as const;

/** Words rarer than this share of a tenant's memories count as this share. */
export const RARE_SHARE = 0.005;

/** What a tenant's words weigh. Keys of `frequencies` are term ids; it holds those in at least `RARE_SHARE` of the memories. */
export interface Vocabulary {
  version: number;
  memories: number;
  frequencies: ReadonlyMap<number, number>;
  /** Who speaks in its memories. */
  speakers: readonly KnownSpeaker[];
}

export const emptyVocabulary: Vocabulary = { version: 0, memories: 0, frequencies: new Map(), speakers: [] };

const countIds = (text: string): { counts: Map<number, number>; length: number } => {
  const counts = new Map<number, number>();
  const found = terms(text);
  for (const term of found) {
    const id = termId(term);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return { counts, length: found.length };
};

const saturated = (count: number, length: number, average: number) =>
  (count * (bm25.k1 + 1)) / (count + bm25.k1 * (1 - bm25.b + (bm25.b * length) / average));

/** The memory's side for one field; values in 0..k1+1. */
export function memoryTerms(text: string, average: number): SparseVector {
  const { counts, length } = countIds(text);
  return sparseOf([...counts].map(([id, count]) => [id, saturated(count, length, average)]));
}

/** Both fields of a memory. `context` is what came before, null where nothing did. */
export function memoryFields(content: string, context: string | null): { own: SparseVector; context: SparseVector } {
  return {
    own: memoryTerms(content, averageLength.own),
    context: memoryTerms(context === null ? content : `${context}\n${content}`, averageLength.context),
  };
}

/** Inverse document frequency as in BM25, never negative; the same for every word while the tenant has no vocabulary. */
export function inverseFrequency(id: number, vocabulary: Vocabulary): number {
  const { memories, frequencies } = vocabulary;
  if (memories === 0) return 1;
  const frequency = Math.max(frequencies.get(id) ?? 0, RARE_SHARE * memories);
  return Math.log(1 + Math.max(0, memories - frequency + 0.5) / (frequency + 0.5));
}

/** The question's side: its dot product with `memoryTerms` is the field's score, 0..1. Empty when no word of it carries meaning. */
export const questionTerms = (text: string, vocabulary: Vocabulary): SparseVector =>
  questionOf([...distinctTermIds(text)], vocabulary);

/** The same, of the ids of its distinct terms. */
export function questionOf(ids: readonly number[], vocabulary: Vocabulary): SparseVector {
  const weighted = ids.map((id): [number, number] => [id, inverseFrequency(id, vocabulary)]);
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
  if (total === 0) return { indices: [], values: [] };
  return sparseOf(weighted.map(([id, weight]) => [id, weight / (total * (bm25.k1 + 1))]));
}

/** The terms of a memory's own text, each once: what a vocabulary counts. */
export const distinctTermIds = (text: string): Set<number> => new Set(terms(text).map(termId));

import { ASSISTANT } from '../language/statement.js';
import type { TenantId } from '../schemas/common.js';
import { SPEAKER_LENGTH } from '../schemas/memories.js';
import { countEach, createTermMap, distinctIds, type TermMap } from '../text/term-map.js';
import { countWords, entriesOf, type SparseVector, sparseOf, termId, terms } from '../text/terms.js';

/**
 * BM25 (Robertson and Zaragoza 2009, section 3.1) with a fixed average length, normalised by the question:
 * a score lies in 0..1 and depends on no other memory. An index only takes a dot product.
 */
export const bm25 = { k1: 0.9, b: 0.4 } as const;

/** Average length in terms: of a memory's own text, and of its text with the context. */
export const averageLength = { own: 20, context: 60 } as const;

/** Words rarer than this share of a tenant's memories count as this share. */
export const RARE_SHARE = 0.005;

/** Keys of `frequencies` are term ids; it holds those in at least `RARE_SHARE` of the memories. */
export interface Vocabulary {
  version: number;
  memories: number;
  frequencies: Pick<TermMap<number>, 'get' | 'size' | typeof Symbol.iterator>;
  speakers: readonly KnownSpeaker[];
}

export const emptyVocabulary: Vocabulary = { version: 0, memories: 0, frequencies: createTermMap(), speakers: [] };

const saturated = (count: number, length: number, average: number) =>
  (count * (bm25.k1 + 1)) / (count + bm25.k1 * (1 - bm25.b + (bm25.b * length) / average));

/** The memory's side for one field; values in 0..k1+1. */
export function memoryTerms(text: string, average: number): SparseVector {
  const ids = Uint32Array.from(terms(text), termId).sort();
  const { indices, values } = sparseOf(Array.from(ids, (id) => [id, 1]));
  return { indices, values: values.map((count) => saturated(count, ids.length, average)) };
}

export function memoryFields(content: string, context: string | null): { own: SparseVector; context: SparseVector } {
  return {
    own: memoryTerms(content, averageLength.own),
    context: memoryTerms(context === null ? content : `${context}\n${content}`, averageLength.context),
  };
}

/** Inverse document frequency as in BM25, never negative. Without a vocabulary, all words weigh the same. */
export function inverseFrequency(id: number, vocabulary: Vocabulary): number {
  const { memories, frequencies } = vocabulary;
  if (memories === 0) return 1;
  const frequency = Math.max(frequencies.get(id) ?? 0, RARE_SHARE * memories);
  return Math.log(1 + Math.max(0, memories - frequency + 0.5) / (frequency + 0.5));
}

/** The dot product with `memoryTerms` is the field's score, 0..1. Empty when no word carries meaning. */
export const questionTerms = (text: string, vocabulary: Vocabulary): SparseVector =>
  questionOf(distinctTermIds(text), vocabulary);

export function questionOf(ids: readonly number[], vocabulary: Vocabulary): SparseVector {
  const weighted = ids.map((id): [number, number] => [id, inverseFrequency(id, vocabulary)]);
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
  if (total === 0) return { indices: [], values: [] };
  return sparseOf(weighted.map(([id, weight]) => [id, weight / (total * (bm25.k1 + 1))]));
}

/** In the order of the text. */
export const distinctTermIds = (text: string): number[] => distinctIds(terms(text).map(termId));

/**
 * Added to the evidence for the longest memory, the named speaker and the named time.
 * They are dimensions of the sparse vector, so that indexes need not know them.
 */
export const priorWeights = { length: 0.08, speaker: 0.16, time: 0.08 } as const;

const LONG_ENOUGH = 64;

export interface KnownSpeaker {
  dimension: number;
  terms: readonly number[];
}

const lengthDimension = (tenant: TenantId) => termId(`\nlength\n${tenant}`);

const nameOf = (speaker: string) => terms(speaker).join(' ') || speaker.trim().toLowerCase();

const speakerDimension = (tenant: TenantId, name: string) => termId(`\nspeaker\n${tenant}\n${nameOf(name)}`);

export const knownSpeaker = (tenant: TenantId, speaker: string): KnownSpeaker => ({
  dimension: speakerDimension(tenant, speaker),
  terms: distinctTermIds(speaker),
});

/** The logarithm of the number of words: 0 for one, 1 from 64 on. */
export const lengthPrior = (content: string): number =>
  Math.log(Math.max(1, countWords(content, LONG_ENOUGH))) / Math.log(LONG_ENOUGH);

/** Days, months and years in UTC, as in ISO 8601. `-` in place of the year means every year. */
export function periodsOf(occurredAt: Date): string[] {
  const day = occurredAt.toISOString().slice(0, 10);
  return [day, `-${day.slice(4)}`, day.slice(0, 7), `-${day.slice(4, 7)}`, day.slice(0, 4)];
}

const periodDimension = (tenant: TenantId, period: string) => termId(`\ntime\n${tenant}\n${period}`);

interface PriorText {
  content: string;
  speaker: string | null;
  occurredAt: Date;
}

export interface Named {
  speaker: KnownSpeaker | null;
  /** See `periodsOf`. */
  periods: readonly string[];
}

/** A text with more names is about nobody in particular. */
const MOST_NAMES = 8;
const capitalised = /\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+)*/gu;

/** UTF-16 units; no speaker has more. A run of names may be as long as its text. */
const LONGEST_NAME = 2 * SPEAKER_LENGTH;

function namesIn(content: string): string[] {
  const names = new Set<string>();
  for (const [run] of content.matchAll(capitalised)) {
    names.add(run);
    for (const word of run.split(' ')) names.add(word);
    if (names.size > MOST_NAMES) return [];
  }
  return [...names].filter(({ length }) => length <= LONGEST_NAME);
}

/** Without a speaker, a memory may be about anyone whom it names. */
const speakersOf = (tenant: TenantId, { content, speaker }: Pick<PriorText, 'content' | 'speaker'>): Set<number> =>
  new Set([...(speaker === null ? namesIn(content) : [speaker])].map((name) => speakerDimension(tenant, name)));

export const addedBy = (tenant: TenantId, memory: PriorText, named: Named) => ({
  length: priorWeights.length * lengthPrior(memory.content),
  speaker: named.speaker && speakersOf(tenant, memory).has(named.speaker.dimension) ? priorWeights.speaker : 0,
  time: priorWeights.time * periodsOf(memory.occurredAt).filter((period) => named.periods.includes(period)).length,
});

export const withPriors = (own: SparseVector, tenant: TenantId, memory: PriorText): SparseVector => {
  const length = lengthPrior(memory.content);
  const dimensions = [
    ...speakersOf(tenant, memory),
    ...periodsOf(memory.occurredAt).map((period) => periodDimension(tenant, period)),
  ];
  return sparseOf([
    ...entriesOf(own),
    ...(length > 0 ? [[lengthDimension(tenant), length] as const] : []),
    ...dimensions.map((dimension) => [dimension, 1] as const),
  ]);
};

/** By that very word: "Who assisted Mara?" has the same stem. */
export const namesAssistant = (text: string): boolean => /\bassistant\b/i.test(text);

export function speakersIn(tenant: TenantId, text: string, speakers: readonly KnownSpeaker[]): KnownSpeaker[] {
  const { dimension } = knownSpeaker(tenant, ASSISTANT);
  return speakers.filter((speaker) => speaker.dimension !== dimension || namesAssistant(text));
}

/** The term must be unique to the speaker. Null when the question names none, or several. */
export function namedSpeaker(questionTerms: readonly number[], speakers: readonly KnownSpeaker[]): KnownSpeaker | null {
  const asked = createTermMap(questionTerms.map((term) => [term, true]));
  const owners = createTermMap<number>();
  for (const { terms: name } of speakers) countEach(owners, name);
  const named = speakers.filter(({ terms: name }) => name.some((term) => asked.has(term) && owners.get(term) === 1));
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** `share` is that of a memory's own words in the evidence, above 0. */
export const askingPriors = (
  words: SparseVector,
  tenant: TenantId,
  { named, share }: { named: Named; share: number },
): SparseVector =>
  sparseOf([
    ...entriesOf(words),
    [lengthDimension(tenant), priorWeights.length / share],
    ...(named.speaker ? [[named.speaker.dimension, priorWeights.speaker / share] as const] : []),
    ...named.periods.map((period) => [periodDimension(tenant, period), priorWeights.time / share] as const),
  ]);

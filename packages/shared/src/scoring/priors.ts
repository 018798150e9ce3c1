import type { TenantId } from '../schemas/common.js';
import { entriesOf, type SparseVector, sparseOf } from '../text/sparse.js';
import { countWords, termId, terms } from '../text/terms.js';

/**
 * What speaks for a memory before its words are looked at: that it says more than a greeting, that the one whom the
 * question names said it, and that it is of the time that the question names. They ride in the sparse vector of its own text, each in a dimension of its tenant: the dot product
 * adds them, the last value of that list bounds them together with the words, and no index has to know of them.
 */

/** What the longest memory, the right speaker and the right time add to the evidence, see `evidence`. */
export const priorWeights = { length: 0.08, speaker: 0.16, time: 0.08 } as const;

/** Words beyond which a memory is long enough. */
const LONG_ENOUGH = 64;

/** One who speaks in a tenant's memories: where the memories say so, and the terms of the name. */
export interface KnownSpeaker {
  dimension: number;
  terms: readonly number[];
}

const lengthDimension = (tenant: TenantId) => termId(`\nlength\n${tenant}`);

/** However the name is written. */
const nameOf = (speaker: string) => terms(speaker).join(' ') || speaker.trim().toLowerCase();

export const knownSpeaker = (tenant: TenantId, speaker: string): KnownSpeaker => ({
  dimension: termId(`\nspeaker\n${tenant}\n${nameOf(speaker)}`),
  terms: [...new Set(terms(speaker).map(termId))],
});

/** The logarithm of how many words a text has, 0 for one and 1 from 64 on. */
export const lengthPrior = (content: string): number =>
  Math.log(Math.max(1, countWords(content, LONG_ENOUGH))) / Math.log(LONG_ENOUGH);

/** Days, months and years that a memory is of, UTC, as in ISO 8601; with `-` for the year, they are those of every year. */
export function periodsOf(occurredAt: Date): string[] {
  const day = occurredAt.toISOString().slice(0, 10);
  return [day, `-${day.slice(4)}`, day.slice(0, 7), `-${day.slice(4, 7)}`, day.slice(0, 4)];
}

const periodDimension = (tenant: TenantId, period: string) => termId(`\ntime\n${tenant}\n${period}`);

/** A memory as far as its priors go. */
export interface PriorText {
  content: string;
  speaker: string | null;
  occurredAt: Date;
}

/** What a question names. */
export interface Named {
  speaker: KnownSpeaker | null;
  /** Of the calendar, see `periodsOf`. */
  periods: readonly string[];
}

/** What each adds to the evidence that a memory answers. */
export const addedBy = (tenant: TenantId, { content, speaker, occurredAt }: PriorText, named: Named) => ({
  length: priorWeights.length * lengthPrior(content),
  speaker:
    speaker !== null && knownSpeaker(tenant, speaker).dimension === named.speaker?.dimension ? priorWeights.speaker : 0,
  time: priorWeights.time * periodsOf(occurredAt).filter((period) => named.periods.includes(period)).length,
});

/** The words of a memory's own text with its priors, 0..1 each. */
export const withPriors = (
  own: SparseVector,
  tenant: TenantId,
  { content, speaker, occurredAt }: PriorText,
): SparseVector =>
  sparseOf([
    ...entriesOf(own),
    [lengthDimension(tenant), lengthPrior(content)],
    ...(speaker === null ? [] : [[knownSpeaker(tenant, speaker).dimension, 1] as const]),
    ...periodsOf(occurredAt).map((period) => [periodDimension(tenant, period), 1] as const),
  ]);

/** The one speaker whom a question names by a term that is no other's; null where it names none, or several. */
export function namedSpeaker(questionTerms: readonly number[], speakers: readonly KnownSpeaker[]): KnownSpeaker | null {
  const asked = new Set(questionTerms);
  const owners = new Map<number, number>();
  for (const { terms: name } of speakers) for (const term of name) owners.set(term, (owners.get(term) ?? 0) + 1);
  const named = speakers.filter(({ terms: name }) => name.some((term) => asked.has(term) && owners.get(term) === 1));
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** A question's words with what it asks of the priors; `share` is that of a memory's own words in the evidence. */
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

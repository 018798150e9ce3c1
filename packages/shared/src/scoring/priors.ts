import type { TenantId } from '../schemas/common.js';
import { entriesOf, type SparseVector, sparseOf } from '../text/sparse.js';
import { countWords, termId, terms } from '../text/terms.js';

/**
 * What speaks for a memory before its words are looked at: that it says more than a greeting, and that the one whom the
 * question names said it. Both ride in the sparse vector of its own text, each in a dimension of its tenant: the dot product
 * adds them, the last value of that list bounds them together with the words, and no index has to know of them.
 */

/** What the longest memory and the right speaker add to the evidence, see `evidence`. */
export const priorWeights = { length: 0.08, speaker: 0.16 } as const;

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

/** What both add to the evidence that a memory answers. */
export const addedBy = (
  tenant: TenantId,
  { content, speaker }: { content: string; speaker: string | null },
  named: KnownSpeaker | null,
): { length: number; speaker: number } => ({
  length: priorWeights.length * lengthPrior(content),
  speaker:
    named !== null && speaker !== null && knownSpeaker(tenant, speaker).dimension === named.dimension
      ? priorWeights.speaker
      : 0,
});

/** The words of a memory's own text with its priors, 0..1 each. */
export const withPriors = (
  own: SparseVector,
  tenant: TenantId,
  { content, speaker }: { content: string; speaker: string | null },
): SparseVector =>
  sparseOf([
    ...entriesOf(own),
    [lengthDimension(tenant), lengthPrior(content)],
    ...(speaker === null ? [] : [[knownSpeaker(tenant, speaker).dimension, 1] as const]),
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
  { named, share }: { named: KnownSpeaker | null; share: number },
): SparseVector =>
  sparseOf([
    ...entriesOf(words),
    [lengthDimension(tenant), priorWeights.length / share],
    ...(named === null ? [] : [[named.dimension, priorWeights.speaker / share] as const]),
  ]);

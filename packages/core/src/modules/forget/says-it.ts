import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ClaimReader } from '../../ports/claim-reader.js';
import type { MemoryRecord } from '../../ports/records.js';
import type { OwnNames } from '../facts/own-names.js';
import { contentHash } from '../memories/normalise.js';

export interface SayingDependencies {
  /** The model that ships reads; where none can run, only the same words say it. */
  claimReaders: readonly ClaimReader[];
}

/** Why a memory is held to say something. Holds none of its words. */
export interface Saying {
  reason: string;
  /** 0..1 */
  score: number;
}

interface Asking {
  tenant: TenantId;
  /** By what names the one who asks may be called. */
  aliases: OwnNames;
  /** Of each memory, 0..1. */
  relevance: ReadonlyMap<string, number>;
}

/** Memories that are read beside each statement, the nearest first, and beside all of them: the work has a bound. */
const [MOST_OF_STATEMENT, MOST] = [16, 48];

const nearestOf = (memories: readonly MemoryRecord[], relevance: ReadonlyMap<string, number>): MemoryRecord[] =>
  memories.toSorted((first, second) => (relevance.get(second.id) ?? 0) - (relevance.get(first.id) ?? 0));

/** Finds which memories make a statement, as a claim is read beside what is known. Being alike says nothing. */
export function createSaying({ claimReaders }: SayingDependencies) {
  // What is forgotten is gone: a language model's word is not enough.
  const reader = claimReaders.find(({ method }) => method === 'model');

  return async (
    statements: readonly string[],
    memories: readonly MemoryRecord[],
    { tenant, aliases, relevance }: Asking,
  ): Promise<Map<string, Saying>> => {
    const sayings = new Map<string, Saying>();
    if (!reader || statements.length === 0) return sayings;
    const each = Math.min(MOST_OF_STATEMENT, Math.ceil(MOST / statements.length));
    const near = nearestOf(memories, relevance).slice(0, each);
    for (const statement of statements)
      for (const { id, content } of near) {
        // Each by itself: that another memory says the opposite does not matter here.
        const [stance] = (await reader.read(tenant, statement, [{ text: content, names: [...aliases] }])) ?? [];
        if (stance?.stance === 'supports') sayings.set(id, { reason: 'says it', score: stance.score });
      }
    return sayings;
  };
}

/** The same words, whatever they say. */
export function sameWords(asked: readonly string[], memories: readonly MemoryRecord[]): Map<string, Saying> {
  const hashes = new Set(asked.map(contentHash));
  const same = memories.filter(({ contentHash: hash }) => hashes.has(hash));
  return new Map(same.map(({ id }) => [id, { reason: 'says it in the same words', score: 1 }]));
}

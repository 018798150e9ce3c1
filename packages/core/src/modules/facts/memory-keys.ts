import { createHash } from 'node:crypto';
import { ASSISTANT, isAssistants } from '@hippocamp/shared/language/statement';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Vocabulary } from '@hippocamp/shared/scoring/lexical';
import { termId } from '@hippocamp/shared/text/terms';
import type {
  KeptReading,
  MemoryChanges,
  MemoryKeys,
  MemoryRecord,
  TenantRepositories,
  WeighedKey,
} from '../../ports/records.js';

/**
 * The words of a text for looking up what holds them all: signed 32-bit hashes of tenant, owner and stem, each once. Hashed
 * together, so that the index over them is led by tenant and owner, and holds no words.
 */
export const wordKeys = (tenant: TenantId, ownerEntityId: string | null, stems: readonly string[]): number[] => [
  ...new Set(stems.map((stem) => termId(`${tenant}\n${ownerEntityId ?? ''}\n${stem}`))),
];

/** So many of a text's rarest words tell what it is about. */
const RAREST = 8;

/**
 * The rarest words of a text by which memories about the same are looked up. What a word weighs is its inverse document
 * frequency, as the tenant's vocabulary was last counted; words that it does not know weigh most.
 */
export function rareWords(
  tenant: TenantId,
  ownerEntityId: string | null,
  stems: readonly string[],
  { memories, frequencies }: Pick<Vocabulary, 'memories' | 'frequencies'>,
): WeighedKey[] {
  const weighed = [...new Set(stems)].map((stem) => {
    const [key = 0] = wordKeys(tenant, ownerEntityId, [stem]);
    return { key, weight: Math.log1p((memories + 1) / (1 + (frequencies.get(termId(stem)) ?? 0))) };
  });
  return weighed.sort((first, second) => second.weight - first.weight || first.key - second.key).slice(0, RAREST);
}

const SELF = 'self';

/** The first person is somebody: that of the request's owner (facts are kept by owner) and actor. */
export const selfKey = (actorId: string | undefined): string => (actorId === undefined ? SELF : `${SELF}:${actorId}`);

/** What memories share in which one first person gives itself a name. A hash, so that what is kept for looking up holds no text. */
export const nameKey = (self: string): string =>
  createHash('sha256').update(`${self}\nname_is`).digest('hex').slice(0, 32);

/** Who the first person of a memory is. */
export const actorOf = ({ actorId }: Record<string, unknown>): string | undefined =>
  typeof actorId === 'string' ? actorId : undefined;

/** The key of the first person of a memory: what the assistant says of itself is no fact of the owner. */
export const selfOf = ({ metadata, speaker }: Pick<MemoryRecord, 'metadata' | 'speaker'>): string =>
  isAssistants(speaker) ? ASSISTANT : selfKey(actorOf(metadata));

/** By what a memory is found when others are compared with it, and its reading. */
export function keysOf(
  tenant: TenantId,
  { ownerEntityId, ...told }: Pick<MemoryRecord, 'ownerEntityId' | 'metadata' | 'speaker'>,
  reading: KeptReading,
): MemoryKeys {
  return {
    reading,
    // What somebody is called who is labelled as the speaker, the owner is not.
    factKeys: told.speaker === null && reading.selfNames.length > 0 ? [nameKey(selfOf(told))] : [],
    wordKeys: wordKeys(tenant, ownerEntityId, reading.stems),
    // Of a reading that an earlier release kept nobody knows them until it is read anew.
    marks: reading.marks ?? [],
    language: reading.language ?? null,
  };
}

/** Of a memory whose text was made in a transaction, where nothing is read: its index job does. */
export const unread: MemoryKeys = { reading: null, factKeys: [], wordKeys: [], marks: [], language: null };

/** Changes a memory, with the keys of its text, and rings its index job, which reads what is unread. Null where it is gone. */
export async function changeMemory(
  { memories, outbox }: TenantRepositories,
  id: string,
  changes: MemoryChanges,
  now: Date,
  { factKeys, ...keys }: MemoryKeys = unread,
): Promise<MemoryRecord | null> {
  const after = await memories.update(id, { ...changes, ...keys }, now);
  if (!after) return null;
  await memories.setFacts(id, factKeys);
  await outbox.ring([{ kind: 'index', ref: id }], now, now);
  return after;
}

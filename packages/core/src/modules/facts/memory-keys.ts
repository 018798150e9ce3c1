import { ASSISTANT, isAssistants } from '@hippocamp/shared/language/speaker';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { KeptReading, MemoryKeys, MemoryRecord } from '../../ports/records.js';
import { factKey } from './fact-key.js';
import { resolve, selfKey } from './subjects.js';
import { wordKeys } from './word-keys.js';

const nobody: ReadonlySet<string> = new Set();

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
  const { slots } = resolve(reading, selfOf(told), nobody);
  return {
    reading,
    factKeys: [...new Set(slots.map(factKey))],
    wordKeys: wordKeys(tenant, ownerEntityId, reading.stems),
    // Of a reading that an earlier release kept nobody knows them until it is read anew.
    marks: reading.marks ?? [],
    language: reading.language ?? null,
  };
}

/** Of a memory whose text was made in a transaction, where nothing is read: its index job does. */
export const unread: MemoryKeys = { reading: null, factKeys: [], wordKeys: [], marks: [], language: null };

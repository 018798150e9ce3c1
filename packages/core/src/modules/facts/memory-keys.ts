import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { KeptReading, MemoryKeys } from '../../ports/records.js';
import { factKey } from './fact-key.js';
import { resolve, selfKey } from './subjects.js';
import { wordKeys } from './word-keys.js';

const nobody: ReadonlySet<string> = new Set();

/** Who the first person of a memory is. */
export const actorOf = ({ actorId }: Record<string, unknown>): string | undefined =>
  typeof actorId === 'string' ? actorId : undefined;

/** By what a memory is found when others are compared with it, and its reading. */
export function keysOf(
  tenant: TenantId,
  { ownerEntityId, metadata }: { ownerEntityId: string | null; metadata: Record<string, unknown> },
  reading: KeptReading,
): MemoryKeys {
  const { slots } = resolve(reading, selfKey(actorOf(metadata)), nobody);
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

import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Log } from '../../ports/log.js';
import type { MemoryRecord } from '../../ports/records.js';
import type { EmbedMemories } from '../embedding/memory-embedder.js';
import { settlesWithin } from '../settles-within.js';

/** The vectors of memories, by the hash of their text; none where the model did not give them in time. */
export type MemoryVectors = (records: readonly MemoryRecord[]) => Promise<ReadonlyMap<string, Float32Array | null>>;

/** Embeds what memories of a tenant say, and gives up on the model after `wait` ms. */
export function createMemoryVectors(dependencies: {
  embedMemories: EmbedMemories;
  wait: number;
  log: Log;
}): (tenant: TenantId) => MemoryVectors {
  const { embedMemories, wait, log } = dependencies;
  return (tenant) => async (records) => {
    const texts = new Map(records.map(({ contentHash, content }) => [contentHash, content]));
    const asked = embedMemories(tenant, [...texts.values()]);
    if (await settlesWithin(asked, wait).catch(() => false)) {
      const vectors = await asked;
      return new Map([...texts.keys()].map((hash, place) => [hash, vectors[place] ?? null]));
    }
    log.warn({ count: texts.size }, 'memories not embedded; their words are compared');
    return new Map();
  };
}

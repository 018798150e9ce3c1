import type { TenantId } from '@hippocamp/shared/schemas/common';
import { LRUCache } from 'lru-cache';
import type { Embedder } from '../../ports/embedder.js';
import type { Log } from '../../ports/log.js';
import type { MemoryRecord } from '../../ports/records.js';
import { settlesWithin } from '../settles-within.js';

const CACHED = 5000;

type Vectors = ReadonlyMap<string, Float32Array | null>;

/** The vectors of memories, by the hash of their text; those that the model did not give in time are missing. */
export type MemoryVectors = (records: readonly MemoryRecord[]) => Promise<Vectors>;

/**
 * Embeds what memories of a tenant say, remembers the last thousands, and gives up on the model after `wait` ms. What is
 * remembered is the tenant's own: it must not tell that another tenant keeps the same text.
 */
export function createMemoryVectors(dependencies: {
  embedder: Embedder;
  wait: number;
  log: Log;
}): (tenant: TenantId) => MemoryVectors {
  const { embedder, wait, log } = dependencies;
  // Wrapped, because the cache cannot hold null: a text that the model knows nothing of.
  const cache = new LRUCache<string, { vector: Float32Array | null }>({ max: CACHED });

  const keyOf = (tenant: TenantId, contentHash: string) => `${tenant} ${contentHash}`;

  const embedNew = async (tenant: TenantId, texts: ReadonlyMap<string, string>) => {
    const vectors = await embedder.embed([...texts.values()], 'memory');
    for (const [place, hash] of [...texts.keys()].entries()) {
      cache.set(keyOf(tenant, hash), { vector: vectors[place] ?? null });
    }
  };

  return (tenant) => async (records) => {
    const unknown = records.filter(({ contentHash }) => !cache.has(keyOf(tenant, contentHash)));
    const texts = new Map(unknown.map(({ contentHash, content }) => [contentHash, content]));
    if (texts.size > 0) {
      const known = await settlesWithin(embedNew(tenant, texts), wait).catch(() => false);
      if (!known) log.warn({ count: texts.size }, 'memories not embedded; their words are compared');
    }
    return new Map(
      records.flatMap(({ contentHash }) => {
        const found = cache.get(keyOf(tenant, contentHash));
        return found ? [[contentHash, found.vector] as const] : [];
      }),
    );
  };
}

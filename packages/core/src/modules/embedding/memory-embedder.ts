import { createHash } from 'node:crypto';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { LRUCache } from 'lru-cache';
import type { Embedder } from '../../ports/embedder.js';

/** One vector for each text of memories of a tenant, in their order; see `Embedder.embed`. */
export type EmbedMemories = (tenant: TenantId, texts: readonly string[]) => Promise<(Float32Array | null)[]>;

const REMEMBERED = 5000;

/** A tenant's own: how fast an answer comes must not tell that another tenant keeps the same text. Hashed, since texts may be long. */
const keyOf = (tenant: TenantId, text: string) => `${tenant} ${createHash('sha256').update(text).digest('base64')}`;

/** Remembers the last thousands of vectors: a text is embedded where it is first looked at, and not again to be compared. */
export function remembering(embed: EmbedMemories): EmbedMemories {
  // Wrapped, because the cache cannot hold null: a text that the model knows nothing of.
  const cache = new LRUCache<string, { vector: Float32Array | null }>({ max: REMEMBERED });
  return async (tenant, texts) => {
    const keys = texts.map((text) => keyOf(tenant, text));
    const found = new Map(keys.map((key) => [key, cache.get(key)]));
    const unknown = new Map(
      texts.flatMap((text, place) => (found.get(keys[place] ?? '') ? [] : [[keys[place] ?? '', text]])),
    );
    const vectors = unknown.size > 0 ? await embed(tenant, [...unknown.values()]) : [];
    for (const [place, key] of [...unknown.keys()].entries()) {
      const vector = vectors[place] ?? null;
      found.set(key, { vector });
      cache.set(key, { vector });
    }
    return keys.map((key) => found.get(key)?.vector ?? null);
  };
}

/** Embeds what memories say. */
export const createMemoryEmbedder = (embedder: Pick<Embedder, 'embed'>): EmbedMemories =>
  remembering((_tenant, texts) => embedder.embed(texts, 'memory'));

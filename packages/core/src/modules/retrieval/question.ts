import { createHash } from 'node:crypto';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { LRUCache } from 'lru-cache';
import type { Embedder } from '../../ports/embedder.js';
import type { Log } from '../../ports/log.js';
import { settlesWithin } from '../settles-within.js';

export interface QuestionVector {
  /** Null when the model knows nothing of the text, or could not be asked. */
  vector: Float32Array | null;
  /** The model could not be asked in time. */
  degraded: boolean;
}

const CACHED = 1000;

/** A tenant's own: whether a text is there must not tell another tenant that it was asked. Hashed, since texts may be long. */
const keyOf = (tenant: TenantId, text: string) => `${tenant} ${createHash('sha256').update(text).digest('base64')}`;

/** Embeds questions, remembers the last thousand, and gives up on the model after `wait` ms. */
export function createQuestionEmbedder({ embedder, wait, log }: { embedder: Embedder; wait: number; log: Log }) {
  // Wrapped, because the cache cannot hold null: a text that the model knows nothing of.
  const cache = new LRUCache<string, { vector: Float32Array | null }>({ max: CACHED });
  return async (tenant: TenantId, text: string): Promise<QuestionVector> => {
    const key = `${embedder.id} ${keyOf(tenant, text)}`;
    const cached = cache.get(key);
    if (cached) return { ...cached, degraded: false };
    try {
      const asked = embedder.embed([text], 'question', tenant);
      if (!(await settlesWithin(asked, wait))) throw new Error(`the embedder took over ${wait} ms`);
      const [vector = null] = await asked;
      cache.set(key, { vector });
      return { vector, degraded: false };
    } catch (error) {
      log.warn({ error: String(error) }, 'question not embedded; words, recency and importance answer');
      return { vector: null, degraded: true };
    }
  };
}

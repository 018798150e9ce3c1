import { createHash } from 'node:crypto';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { LRUCache } from 'lru-cache';
import type { Embedder } from '../../ports/embedder.js';
import type { Language } from '../../ports/language.js';
import type { Log } from '../../ports/log.js';
import type { MemoryFilter, Records } from '../../ports/records.js';
import { type Facts, ownNames } from '../facts/facts.js';
import { settlesWithin } from '../waiting.js';

/** Without a capital after its first letter a question names nobody. */
const mayName = /\S\s+\p{Lu}/u;

/**
 * A question about an owner by name as their own: what they told of themselves says "I". Their names are those of their entity, and
 * the one that they gave themselves.
 */
export function createOwnQuestion({
  records,
  facts,
  language,
}: {
  records: Records;
  facts: Facts;
  language: Pick<Language, 'askedOfSelf'>;
}) {
  const namesOf = async (tenant: TenantId, ownerEntityId: string | null): Promise<ReadonlySet<string>> => {
    const { entities } = records.forTenant(tenant);
    const [entity] = ownerEntityId === null ? [] : await entities.getMany([ownerEntityId]);
    const given = await ownNames(tenant, ownerEntityId, { records, facts });
    const name = entity?.name.toLowerCase();
    return new Set([...(name === undefined ? [] : [name, name.split(' ')[0] ?? name]), ...given]);
  };

  return async (tenant: TenantId, question: string, { ownerEntityId }: MemoryFilter): Promise<string> => {
    if (ownerEntityId === undefined || !mayName.test(question.slice(0, 1000))) return question;
    return language.askedOfSelf(question, await namesOf(tenant, ownerEntityId));
  };
}

interface QuestionVector {
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
  /** Of questions that fail one after the other, the first is enough. */
  let isAway = false;
  return async (tenant: TenantId, text: string): Promise<QuestionVector> => {
    const key = `${embedder.id} ${keyOf(tenant, text)}`;
    const cached = cache.get(key);
    if (cached) return { ...cached, degraded: false };
    try {
      const asked = embedder.embed([text], 'question', tenant);
      if (!(await settlesWithin(asked, wait))) throw new Error(`the embedder took over ${wait} ms`);
      const [vector = null] = await asked;
      cache.set(key, { vector });
      isAway = false;
      return { vector, degraded: false };
    } catch (error) {
      if (!isAway) log.warn({ error: String(error) }, 'question not embedded; words, recency and importance answer');
      isAway = true;
      return { vector: null, degraded: true };
    }
  };
}

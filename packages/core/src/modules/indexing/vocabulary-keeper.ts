import type { TenantId } from '@hippocamp/shared/schemas/common';
import { emptyVocabulary, type Vocabulary } from '@hippocamp/shared/scoring/lexical';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.js';
import type { Lexicon } from '../../ports/lexicon.js';
import type { Records } from '../../ports/records.js';
import type { Bell } from '../outbox/bell.js';
import { createVocabularyCount } from './count-vocabulary.js';

export interface VocabularyKeeper {
  /** What the tenant's words weigh, at most `CACHE_AGE` old. */
  of(tenant: TenantId): Promise<Vocabulary>;
  /** Counts changed memories and orders a refresh when a fifth of the tenant has changed. */
  noteChanges(tenant: TenantId, count: number): Promise<void>;
  /** Counts the tenant's words anew. */
  refresh(tenant: TenantId): Promise<void>;
}

/** The one vocabulary job of a tenant. */
export const VOCABULARY_REF = 'tenant';
const CACHE_AGE = 2000;
const CACHED_TENANTS = 1000;
const CHANGED_SHARE = 0.2;
export function createVocabularyKeeper(dependencies: {
  records: Records;
  lexicon: Lexicon;
  bell: Bell;
  clock: Clock;
}): VocabularyKeeper {
  const { records, lexicon, bell, clock } = dependencies;
  const cache = new LRUCache<TenantId, Promise<Vocabulary>>({ max: CACHED_TENANTS, ttl: CACHE_AGE });

  const count = createVocabularyCount({ records, lexicon });

  const load = async (tenant: TenantId): Promise<Vocabulary> => {
    const row = await records.forTenant(tenant).vocabulary.get();
    if (!row) return emptyVocabulary;
    const frequencies = new Map(Object.entries(row.frequencies).map(([id, count]) => [Number(id), count]));
    return { version: row.version, memories: row.memories, frequencies, speakers: row.speakers };
  };

  return {
    async of(tenant) {
      const cached = cache.get(tenant);
      if (cached !== undefined) return cached;
      // Questions of one moment share one reading.
      const loading = load(tenant);
      cache.set(tenant, loading);
      loading.catch(() => cache.delete(tenant));
      return loading;
    },
    async noteChanges(tenant, count) {
      const { vocabulary, outbox } = records.forTenant(tenant);
      const { memories, changes } = await vocabulary.noteChanges(count);
      if (changes < Math.max(1, CHANGED_SHARE * memories)) return;
      const now = clock.now();
      const key = { kind: 'vocabulary' as const, ref: VOCABULARY_REF };
      await outbox.ring([key], now, now);
      await bell({ tenant, ...key });
    },
    async refresh(tenant) {
      const { vocabulary } = records.forTenant(tenant);
      const { changes } = await vocabulary.noteChanges(0);
      const figures = await count(tenant);
      await vocabulary.replace({ ...figures, changesSeen: changes, at: clock.now() });
      cache.delete(tenant);
    },
  };
}

import type { TenantId } from '@hippocamp/shared/schemas/common';
import { emptyVocabulary, RARE_SHARE, type Vocabulary } from '@hippocamp/shared/scoring/lexical';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.js';
import type { Lexicon } from '../../ports/lexicon.js';
import type { Records } from '../../ports/records.js';
import { createPace } from '../breathe.js';
import type { Bell } from '../outbox/bell.js';
import { inParts } from './in-parts.js';

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
const PAGE = 500;

export function createVocabularyKeeper(dependencies: {
  records: Records;
  lexicon: Lexicon;
  bell: Bell;
  clock: Clock;
}): VocabularyKeeper {
  const { records, lexicon, bell, clock } = dependencies;
  const cache = new LRUCache<TenantId, Vocabulary>({ max: CACHED_TENANTS, ttl: CACHE_AGE });

  const addCounts = async (counts: Map<number, number>, rows: readonly { content: string }[]) => {
    const pause = createPace();
    for (const part of inParts(rows)) {
      const found = await lexicon.termIds(part.map(({ content }) => content));
      for (const id of found.flat()) counts.set(id, (counts.get(id) ?? 0) + 1);
      await pause();
    }
  };

  const countWords = async (tenant: TenantId) => {
    const { memories } = records.forTenant(tenant);
    const counts = new Map<number, number>();
    let total = 0;
    for (let after: string | null = null; ; ) {
      const rows: { id: string; content: string }[] = await memories.contents(after, PAGE);
      await addCounts(counts, rows);
      total += rows.length;
      if (rows.length < PAGE) return { total, counts };
      after = rows.at(-1)?.id ?? null;
    }
  };

  const ringRefresh = async (tenant: TenantId) => {
    const now = clock.now();
    await records.forTenant(tenant).outbox.ring([{ kind: 'vocabulary', ref: VOCABULARY_REF }], now, now);
    await bell({ tenant, kind: 'vocabulary', ref: VOCABULARY_REF });
  };

  return {
    async of(tenant) {
      const cached = cache.get(tenant);
      if (cached) return cached;
      const row = await records.forTenant(tenant).vocabulary.get();
      const vocabulary: Vocabulary = row
        ? {
            version: row.version,
            memories: row.memories,
            frequencies: new Map(Object.entries(row.frequencies).map(([id, count]) => [Number(id), count])),
          }
        : emptyVocabulary;
      cache.set(tenant, vocabulary);
      return vocabulary;
    },
    async noteChanges(tenant, count) {
      const { memories, changes } = await records.forTenant(tenant).vocabulary.noteChanges(count);
      if (changes >= Math.max(1, CHANGED_SHARE * memories)) await ringRefresh(tenant);
    },
    async refresh(tenant) {
      const { vocabulary } = records.forTenant(tenant);
      const { changes } = await vocabulary.noteChanges(0);
      const { total, counts } = await countWords(tenant);
      const frequencies = Object.fromEntries([...counts].filter(([, count]) => count >= RARE_SHARE * total));
      await vocabulary.replace({ memories: total, frequencies, changesSeen: changes, at: clock.now() });
      cache.delete(tenant);
    },
  };
}

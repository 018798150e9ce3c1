import type { TenantId } from '@hippocamp/shared/schemas/common';
import { emptyVocabulary, RARE_SHARE, type Vocabulary } from '@hippocamp/shared/scoring/lexical';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.js';
import type { Lexicon } from '../../ports/lexicon.js';
import type { Records } from '../../ports/records.js';
import { pace } from '../breathe.js';
import { textParts } from '../in-parts.js';
import type { Bell } from '../outbox/bell.js';

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
/** Words that are looked through in one go. */
const IN_ONE_GO = 1000;
/** Every question reads all of them; a few long texts of a young tenant may hold a hundred thousand. */
export const MOST_WORDS = 20_000;

/** In how many memories a word has to be, so that no more than `MOST_WORDS` words are. At least `least`. */
const leastCount = (counts: ReadonlyMap<number, number>, least: number): number => {
  const words = new Map<number, number>();
  for (const count of counts.values()) words.set(count, (words.get(count) ?? 0) + 1);
  let kept = 0;
  let lowest = Number.POSITIVE_INFINITY;
  for (const [count, number] of [...words].sort(([first], [second]) => second - first)) {
    kept += number;
    if (count < least || kept > MOST_WORDS) break;
    lowest = count;
  }
  return lowest;
};

/** The words that are in so many memories; others are answered in between, since there may be many. */
async function frequentWords(counts: ReadonlyMap<number, number>, least: number): Promise<Record<string, number>> {
  const kept: [number, number][] = [];
  let seen = 0;
  for (const entry of counts) {
    if (entry[1] >= least) kept.push(entry);
    seen += 1;
    if (seen % IN_ONE_GO === 0) await pace();
  }
  return Object.fromEntries(kept);
}

export function createVocabularyKeeper(dependencies: {
  records: Records;
  lexicon: Lexicon;
  bell: Bell;
  clock: Clock;
}): VocabularyKeeper {
  const { records, lexicon, bell, clock } = dependencies;
  const cache = new LRUCache<TenantId, Promise<Vocabulary>>({ max: CACHED_TENANTS, ttl: CACHE_AGE });

  const addCounts = async (counts: Map<number, number>, rows: readonly { content: string }[]) => {
    for (const part of textParts(rows)) {
      const found = await lexicon.termIds(part.map(({ content }) => content));
      for (const id of found.flat()) counts.set(id, (counts.get(id) ?? 0) + 1);
      await pace();
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

  const load = async (tenant: TenantId): Promise<Vocabulary> => {
    const row = await records.forTenant(tenant).vocabulary.get();
    if (!row) return emptyVocabulary;
    const frequencies = new Map(Object.entries(row.frequencies).map(([id, count]) => [Number(id), count]));
    return { version: row.version, memories: row.memories, frequencies };
  };

  const ringRefresh = async (tenant: TenantId) => {
    const now = clock.now();
    await records.forTenant(tenant).outbox.ring([{ kind: 'vocabulary', ref: VOCABULARY_REF }], now, now);
    await bell({ tenant, kind: 'vocabulary', ref: VOCABULARY_REF });
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
      const { memories, changes } = await records.forTenant(tenant).vocabulary.noteChanges(count);
      if (changes >= Math.max(1, CHANGED_SHARE * memories)) await ringRefresh(tenant);
    },
    async refresh(tenant) {
      const { vocabulary } = records.forTenant(tenant);
      const { changes } = await vocabulary.noteChanges(0);
      const { total, counts } = await countWords(tenant);
      const frequencies = await frequentWords(counts, leastCount(counts, RARE_SHARE * total));
      await vocabulary.replace({ memories: total, frequencies, changesSeen: changes, at: clock.now() });
      cache.delete(tenant);
    },
  };
}

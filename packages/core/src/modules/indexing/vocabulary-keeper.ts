import type { TenantId } from '@hippocamp/shared/schemas/common';
import { emptyVocabulary, knownSpeaker, RARE_SHARE, type Vocabulary } from '@hippocamp/shared/scoring/lexical';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.js';
import type { Lexicon } from '../../ports/lexicon.js';
import type { Records } from '../../ports/records.js';
import { pagesOf, textParts } from '../in-parts.js';
import type { WakeUp } from '../outbox/wake-up.js';
import { pace } from '../waiting.js';

const PAGE = 500;
const IN_ONE_GO = 1000;
/** Every question reads all of them. A few long texts of a new tenant may hold a hundred thousand. */
export const MOST_WORDS = 20_000;

/** The number of memories that a word must occur in so that at most `MOST_WORDS` words remain; at least `least`. */
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

/** Every question reads all of them, so only the most frequent are kept. */
const MOST_SPEAKERS = 2000;

export function createVocabularyCount({ records, lexicon }: { records: Records; lexicon: Lexicon }) {
  return async (tenant: TenantId) => {
    const own = records.forTenant(tenant);
    let memories = 0;
    const words = new Map<number, number>();
    const speakers = new Map<string, number>();
    const read = (last: { id: string } | null) => own.memories.contents(last?.id ?? null, PAGE);
    for await (const rows of pagesOf(PAGE, read)) {
      memories += rows.length;
      for (const speaker of rows.flatMap((row) => row.speaker ?? []))
        speakers.set(speaker, (speakers.get(speaker) ?? 0) + 1);
      for (const part of textParts(rows)) {
        const found = await lexicon.termIds(part.map(({ content }) => content));
        for (const id of found.flat()) words.set(id, (words.get(id) ?? 0) + 1);
        await pace();
      }
    }
    const frequencies = await frequentWords(words, leastCount(words, RARE_SHARE * memories));
    const often = [...speakers].sort(([, first], [, second]) => second - first).slice(0, MOST_SPEAKERS);
    const known = new Map(often.map(([name]) => knownSpeaker(tenant, name)).map((each) => [each.dimension, each]));
    return { memories, frequencies, speakers: [...known.values()] };
  };
}

export interface VocabularyKeeper {
  /** At most `CACHE_AGE` ms old. */
  of(tenant: TenantId): Promise<Vocabulary>;
  /** Orders a refresh when a fifth of the tenant's memories has changed. */
  noteChanges(tenant: TenantId, count: number): Promise<void>;
  refresh(tenant: TenantId): Promise<void>;
}

const VOCABULARY_REF = 'tenant';
const CACHE_AGE = 2000;
const CACHED_TENANTS = 1000;
const CHANGED_SHARE = 0.2;
export function createVocabularyKeeper({
  records,
  lexicon,
  wakeUp,
  clock,
}: {
  records: Records;
  lexicon: Lexicon;
  wakeUp: WakeUp;
  clock: Clock;
}): VocabularyKeeper {
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
      // Simultaneous questions share one read.
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
      await outbox.enqueue([key], now, now);
      await wakeUp({ tenant, ...key });
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

import type { TenantId } from '@hippocamp/shared/schemas/common';
import {
  emptyVocabulary,
  type KnownSpeaker,
  knownSpeaker,
  RARE_SHARE,
  type Vocabulary,
} from '@hippocamp/shared/scoring/lexical';
import { countEach, createTermMap, type TermMap } from '@hippocamp/shared/text/term-map';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.js';
import type { Lexicon } from '../../ports/lexicon.js';
import type { Records } from '../../ports/records.js';
import { isEmpty, readPages, textParts } from '../in-parts.js';
import type { WakeUp } from '../outbox/wake-up.js';
import { pace } from '../waiting.js';

const IN_ONE_GO = 1000;
/** Every question reads all of them. A few long texts of a new tenant may hold a hundred thousand. */
export const MOST_WORDS = 20_000;
/** Every question reads all of them, so only the most frequent are kept. */
const MOST_SPEAKERS = 2000;
/** The words of all their names. A name may have a hundred. */
export const MOST_SPEAKER_WORDS = 20_000;
/** Held while they are counted. A million words are some 30 MB. */
const MOST_COUNTED = { words: 1_000_000, speakers: 20_000 };

async function forEachPaced(counts: TermMap<number>, visit: (count: number, word: number) => void) {
  let seen = 0;
  for (const [word, count] of counts) {
    visit(count, word);
    seen += 1;
    if (seen % IN_ONE_GO === 0) await pace();
  }
}

/** The count that at most `most` words reach. */
async function countOfMost(counts: TermMap<number>, most: number): Promise<number> {
  const words = new Map<number, number>();
  await forEachPaced(counts, (count) => words.set(count, (words.get(count) ?? 0) + 1));
  let kept = 0;
  let lowest = Number.POSITIVE_INFINITY;
  for (const [count, number] of [...words].sort(([first], [second]) => second - first)) {
    kept += number;
    if (kept > most) break;
    lowest = count;
  }
  return lowest;
}

async function forgetRarer(counts: TermMap<number>, least: number): Promise<void> {
  await forEachPaced(counts, (count, word) => {
    if (count < least) counts.delete(word);
  });
}

const mostFrequent = (counts: ReadonlyMap<string, number>, most: number) =>
  [...counts].sort(([, first], [, second]) => second - first).slice(0, most);

function withinWords(speakers: Iterable<KnownSpeaker>): KnownSpeaker[] {
  let left = MOST_SPEAKER_WORDS;
  return [...speakers].filter(({ terms }) => {
    if (terms.length > left) return false;
    left -= terms.length;
    return true;
  });
}

interface CountDependencies {
  records: Records;
  lexicon: Lexicon;
  most?: typeof MOST_COUNTED;
}

/**
 * Counts lossily (Manku and Motwani 2002): where too many are held, the rarer half is forgotten and counted anew. Otherwise all
 * counts are exact.
 */
export function createVocabularyCount({ records, lexicon, most = MOST_COUNTED }: CountDependencies) {
  const addWords = async (tenant: TenantId, words: TermMap<number>, texts: { content: string }[]) => {
    for (const part of textParts(texts)) {
      const found = await lexicon.termIds(
        part.map(({ content }) => content),
        tenant,
      );
      for (const ids of found) countEach(words, ids);
      if (words.size > most.words) await forgetRarer(words, await countOfMost(words, most.words / 2));
      await pace();
    }
  };

  return async (tenant: TenantId) => {
    const own = records.forTenant(tenant);
    let memories = 0;
    const words = createTermMap<number>();
    let speakers = new Map<string, number>();
    const read = (last: { id: string } | null, limit: number) => own.memories.contents(last?.id ?? null, limit);
    for await (const rows of readPages(read, ({ content }) => content.length, isEmpty)) {
      memories += rows.length;
      for (const { speaker } of rows) if (speaker !== null) speakers.set(speaker, (speakers.get(speaker) ?? 0) + 1);
      if (speakers.size > most.speakers) speakers = new Map(mostFrequent(speakers, most.speakers / 2));
      await addWords(tenant, words, rows);
    }
    await forgetRarer(words, Math.max(RARE_SHARE * memories, await countOfMost(words, MOST_WORDS)));
    const often = mostFrequent(speakers, MOST_SPEAKERS);
    const known = createTermMap(
      often.map(([name]) => knownSpeaker(tenant, name)).map((each) => [each.dimension, each]),
    );
    return { memories, frequencies: Object.fromEntries(words), speakers: withinWords(known.values()) };
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
/** Words and speakers of all tenants together, some 50 MB. What is too old stays until then, or until it is asked for. */
const MOST_CACHED = 1_000_000;
const CHANGED_SHARE = 0.2;

const wordsOf = (speakers: readonly KnownSpeaker[]) => speakers.reduce((sum, { terms }) => sum + 1 + terms.length, 0);

const sizeOf = (cached: Vocabulary | Promise<Vocabulary>) =>
  cached instanceof Promise ? 1 : 1 + cached.frequencies.size + wordsOf(cached.speakers);

export function createVocabularyKeeper({
  records,
  lexicon,
  wakeUp,
  clock,
  mostCached = MOST_CACHED,
}: {
  records: Records;
  lexicon: Lexicon;
  wakeUp: WakeUp;
  clock: Clock;
  mostCached?: number;
}): VocabularyKeeper {
  const cache = new LRUCache<TenantId, Vocabulary | Promise<Vocabulary>>({
    max: CACHED_TENANTS,
    maxSize: mostCached,
    sizeCalculation: sizeOf,
    ttl: CACHE_AGE,
  });

  const count = createVocabularyCount({ records, lexicon });

  const load = async (tenant: TenantId): Promise<Vocabulary> => {
    const row = await records.forTenant(tenant).vocabulary.get();
    if (!row) return emptyVocabulary;
    // `Object.entries` gathers the ids in a set of V8's, which words can be chosen for. See `stirred`.
    const ids = Object.keys(row.frequencies);
    const frequencies = createTermMap(ids.map((id) => [Number(id), row.frequencies[id] ?? 0]));
    return { version: row.version, memories: row.memories, frequencies, speakers: withinWords(row.speakers) };
  };

  return {
    async of(tenant) {
      const cached = cache.get(tenant);
      if (cached !== undefined) return cached;
      // Simultaneous questions share one read.
      const loading = load(tenant);
      cache.set(tenant, loading);
      const settle = (vocabulary: Vocabulary | undefined) => {
        if (cache.peek(tenant, { allowStale: true }) === loading) cache.set(tenant, vocabulary, { noUpdateTTL: true });
      };
      loading.then(settle, () => settle(undefined));
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

import { createHash } from 'node:crypto';
import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.js';
import type { Embedder } from '../../ports/embedder.js';
import type { Language } from '../../ports/language.js';
import type { Log } from '../../ports/log.js';
import type { MemoryFilter, Records, TenantRecords } from '../../ports/records.js';
import type { IndexModel, IndexQuestion } from '../../ports/vector-index.js';
import { type FactReader, ownNames } from '../facts/facts.js';
import { createTroubleLog } from '../trouble-log.js';
import { settlesWithin } from '../waiting.js';

/** A question names nobody unless a later word begins with a capital. */
const mayName = /\S\s+\p{Lu}/u;

/** Rewords a question that names the owner as one about "I", because owners say "I" of themselves. */
export function createOwnQuestion({
  records,
  facts,
  language,
}: {
  records: Records;
  facts: FactReader;
  language: Pick<Language, 'askedOfSelf'>;
}) {
  /** By the filter, which all questions of a request share: an owner's names are looked up once. */
  const known = new WeakMap<MemoryFilter, Promise<ReadonlySet<string>>>();

  const namesOf = async (tenant: TenantId, ownerEntityId: string | null): Promise<ReadonlySet<string>> => {
    const { entities } = records.forTenant(tenant);
    const [entity] = ownerEntityId === null ? [] : await entities.namesOf([ownerEntityId]);
    const given = await ownNames(tenant, ownerEntityId, { records, facts });
    const name = entity?.name.toLowerCase();
    return new Set([...(name === undefined ? [] : [name, name.split(' ')[0] ?? name]), ...given]);
  };

  return async (tenant: TenantId, question: string, filter: MemoryFilter): Promise<string> => {
    const { ownerEntityId } = filter;
    if (ownerEntityId === undefined || !mayName.test(question.slice(0, 1000))) return question;
    const names = known.get(filter) ?? namesOf(tenant, ownerEntityId);
    known.set(filter, names);
    return language.askedOfSelf(question, await names);
  };
}

interface QuestionVector {
  /** Null when the model knows no word of the text, or could not be asked. */
  vector: Float32Array | null;
  /** True when the model could not be asked in time. */
  degraded: boolean;
}

const CACHED = 1000;

/** Separate by tenant, because a fast answer must not reveal that another tenant asked the same. */
const keyOf = (tenant: TenantId, text: string) => `${tenant} ${createHash('sha256').update(text).digest('base64')}`;

/** Embeds questions, caches the last thousand, and gives up on the model after `wait` ms. */
export function createQuestionEmbedder({ embedder, wait, log }: { embedder: Embedder; wait: number; log: Log }) {
  // Wrapped, because the cache cannot hold null.
  const cache = new LRUCache<string, { vector: Float32Array | null }>({ max: CACHED });
  const attempt = createTroubleLog(log, {
    begins: 'question not embedded; words, recency and importance answer',
    over: 'questions are embedded again',
  });
  return async (tenant: TenantId, text: string): Promise<QuestionVector> => {
    const key = `${embedder.id} ${keyOf(tenant, text)}`;
    const cached = cache.get(key);
    if (cached) return { ...cached, degraded: false };
    const { passed, failed } = attempt();
    try {
      const asked = embedder.embed([text], 'question', tenant);
      if (!(await settlesWithin(asked, wait))) throw new Error(`the embedder took over ${wait} ms`);
      const [vector = null] = await asked;
      cache.set(key, { vector });
      passed();
      return { vector, degraded: false };
    } catch (error) {
      failed({ error: String(error) });
      return { vector: null, degraded: true };
    }
  };
}

/** Drops a vector of other dimensions, which occurs while a store changes its model. Words answer then. */
export const ofModel = <Question extends IndexQuestion>(question: Question, { dimensions }: IndexModel): Question =>
  question.dense === null || question.dense.length === dimensions ? question : { ...question, dense: null };

/** Above this share of unreachable memories a question is refused: its answer would hide too much. */
const MOST_OUT_OF_REACH = 0.5;
/** Rows a second that an index takes, until a rate was measured. */
const USUAL_RATE = 500;
const LONGEST_WAIT = 300;

const TENANTS = 1000;
/** ms. An older observation says nothing about the present fill. */
const MEMORY = 300_000;

/** Counts what passes the filter and waits for the index, less `read`. Rejects with 503 above half. */
type CountUnsearchable = (
  tenant: TenantId,
  records: TenantRecords,
  filter: MemoryFilter,
  read: number,
) => Promise<number>;

export function createCountUnsearchable({ clock }: { clock: Clock }): CountUnsearchable {
  const firstSeen = new LRUCache<TenantId, { waiting: number; at: number }>({ max: TENANTS, ttl: MEMORY });

  /** Rows a second since the fill was first seen. */
  const rateOf = (tenant: TenantId, waiting: number): number => {
    const at = clock.now().getTime();
    const first = firstSeen.get(tenant);
    if (!first || first.waiting < waiting) firstSeen.set(tenant, { waiting, at });
    const rate = first ? (first.waiting - waiting) / Math.max(1, (at - first.at) / 1000) : 0;
    return rate > 0 ? rate : USUAL_RATE;
  };

  return async (tenant, { memories }, filter, read) => {
    const { passing, waiting } = await memories.countWaiting(filter);
    const unreached = Math.max(0, waiting - read);
    const rate = rateOf(tenant, waiting);
    const beyond = unreached - MOST_OUT_OF_REACH * passing;
    if (beyond <= 0) return unreached;
    throw new Problem(
      'dependency-unavailable',
      `The index is being filled: ${unreached} of ${passing} memories cannot be searched yet.`,
      { retryAfter: Math.min(LONGEST_WAIT, Math.max(1, Math.ceil(beyond / rate))) },
    );
  };
}

/** Counted once for all questions of a request. */
export interface Shortfall {
  countUnsearchable(read: number): Promise<number>;
  awaitsVectors(unindexed: readonly string[]): void;
  /** Rejects where counting failed: an answer must not say that it lacks nothing. */
  counted(): Promise<{ unreached: number; unembedded: number }>;
}

export const createShortfall =
  (records: Records, countUnsearchable: CountUnsearchable) =>
  (tenant: TenantId, filter: MemoryFilter): Shortfall => {
    const ofTenant = records.forTenant(tenant);
    let unreached: Promise<number> | undefined;
    let unembedded: Promise<number> | undefined;
    return {
      countUnsearchable(read) {
        unreached ??= countUnsearchable(tenant, ofTenant, filter, read);
        return unreached;
      },
      awaitsVectors(unindexed) {
        // They may count as indexed by now.
        if (unembedded !== undefined) return;
        unembedded = ofTenant.memories.unembedded(filter, unindexed).then((others) => others + unindexed.length);
        // Nobody waits for it where the question fails first, and Node ends a process for what nobody handles.
        unembedded.catch(() => undefined);
      },
      counted: async () => ({ unreached: (await unreached) ?? 0, unembedded: (await unembedded) ?? 0 }),
    };
  };

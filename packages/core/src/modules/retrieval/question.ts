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
  facts: FactReader;
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
  /** Set after a failure, so that only the first of several in a row is logged. */
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

/**
 * A question as an index of a model can be asked it. While a store turns from one model to another, a question of the one may meet
 * the index of the other: it is answered by words then.
 */
export const ofModel = <Question extends IndexQuestion>(question: Question, { dimensions }: IndexModel): Question =>
  question.dense === null || question.dense.length === dimensions ? question : { ...question, dense: null };

/** Share of the memories that pass the filter: with more that cannot be searched, an answer would hide more than it shows. */
const MOST_OUT_OF_REACH = 0.5;
/** Rows a second that an index takes, where nobody has seen yet how many it takes. */
const USUAL_RATE = 500;
const LONGEST_WAIT = 300;

const TENANTS = 1000;
/** ms; what was seen longer ago tells nothing of this fill. */
const MEMORY = 300_000;

/**
 * How many memories that pass a filter a question cannot look at: they wait for the index, which is being filled, and only
 * `read` of those were read in its place. Rejects with 503 where it is more than half, and says when to come again.
 */
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

/** The memories that the questions of one request could not search, counted once for all of them. */
export interface Shortfall {
  countUnsearchable(read: number): Promise<number>;
  awaitsVectors(unindexed: number): void;
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
        unembedded ??= ofTenant.memories.unembedded(filter).then((indexed) => indexed + unindexed);
      },
      counted: async () => ({ unreached: (await unreached) ?? 0, unembedded: (await unembedded) ?? 0 }),
    };
  };

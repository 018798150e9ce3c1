import type {
  BlendedHit,
  IndexFilter,
  IndexLists,
  IndexParts,
  IndexQuestion,
  Point,
} from '@hippocamp/core/ports/vector-index';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Blend } from '@hippocamp/shared/scoring/score';
import { createIndexThread } from './index-thread.js';
import type { Answers, Order, PackedRows, Question } from './messages.js';
import { packIds, packPoints, packQuestion, unpackLists, unpackScores } from './packed.js';

interface TooLarge {
  has(tenant: TenantId): boolean;
  add(tenant: TenantId): void;
  removed(tenant: TenantId, points: number): void;
  clear(): void;
}

/** Points that PGlite reads in a second or two. */
const ENOUGH = 10_000;

function createTooLarge(): TooLarge {
  const missing = new Map<TenantId, number>();
  return {
    has: (tenant) => missing.has(tenant),
    add: (tenant) => void missing.set(tenant, ENOUGH),
    removed(tenant, points) {
      const left = missing.get(tenant);
      if (left === undefined) return;
      if (left > points) missing.set(tenant, left - points);
      else missing.delete(tenant);
    },
    clear: () => missing.clear(),
  };
}

/** The next points of a tenant after an id; null where there are none. `last` is null with the last part. */
export type ReadNext = (
  tenant: TenantId,
  after: string | null,
) => Promise<{ rows: PackedRows; last: string | null } | null>;

interface TenantCacheSettings {
  /** Bytes for the points of all tenants; 0 starts no thread. */
  limit: number;
  readNext: ReadNext;
  /** `reason` names the kind of error. */
  onLost?: ((reason: string) => void) | undefined;
}

/** As known here: the thread may have dropped one that is still on its way to be asked. */
interface TenantCache {
  /** Begins to fill where nothing is held. Null where the thread does not hold all of the tenant. */
  ask<Asked extends Question>(
    tenant: TenantId,
    question: (slot: number) => Asked,
  ): Promise<Answers[Asked['type']] | null>;
  tell(tenant: TenantId, order: (slot: number) => Order): void;
  removed(tenant: TenantId, points: number): void;
  forget(tenant: TenantId): void;
  forgetAll(dimensions?: number): void;
  close(): Promise<void>;
}

interface CachedTenant {
  number: number;
  filled: boolean;
  /** Questions wait for a filling: the database has one session, and each would slow the other. */
  over: Promise<void>;
}

function createTenantCache({ limit, readNext, onLost }: TenantCacheSettings): TenantCache {
  const cache = new Map<TenantId, CachedTenant>();
  const tenants = new Map<number, TenantId>();
  const tooLarge = createTooLarge();
  let ofModel = 0;
  let latest = 0;

  const uncache = (tenant: TenantId) => {
    const slot = cache.get(tenant);
    if (!slot) return;
    cache.delete(tenant);
    tenants.delete(slot.number);
  };

  const thread = createIndexThread({
    limit,
    onDropped(number, alone) {
      const tenant = tenants.get(number);
      if (tenant === undefined) return;
      if (alone) tooLarge.add(tenant);
      uncache(tenant);
    },
    onLost(reason) {
      cache.clear();
      tenants.clear();
      onLost?.(reason);
    },
  });

  const forget = (tenant: TenantId) => {
    const slot = cache.get(tenant);
    if (slot) thread.order({ type: 'drop', slot: slot.number });
    uncache(tenant);
  };

  /** The id to go on after; null where the filling is over. */
  const fillPart = async (tenant: TenantId, number: number, after: string | null): Promise<string | null> => {
    const part = await readNext(tenant, after);
    if (!tenants.has(number)) return null;
    const kept = part === null || (await thread.ask({ type: 'fill', slot: number, rows: part.rows }));
    const slot = cache.get(tenant);
    if (!kept || slot?.number !== number) return null;
    if (part?.last) return part.last;
    thread.order({ type: 'filled', slot: number });
    slot.filled = true;
    return null;
  };

  const goOn = async (tenant: TenantId, number: number, after: string | null) => {
    for (let next = after; next !== null; ) next = await fillPart(tenant, number, next);
  };

  const begin = (tenant: TenantId): CachedTenant => {
    latest += 1;
    const number = latest;
    thread.order({ type: 'begin', slot: number, dimensions: ofModel });
    // Waiting questions then go to the database, which tells what is wrong.
    const giveUp = () => {
      if (tenants.has(number)) forget(tenant);
    };
    const over = fillPart(tenant, number, null)
      .then((after) => goOn(tenant, number, after))
      .catch(giveUp);
    const slot = { number, filled: false, over };
    cache.set(tenant, slot);
    tenants.set(number, tenant);
    return slot;
  };

  const mayBegin = (tenant: TenantId) => limit > 0 && ofModel > 0 && thread.isUsable() && !tooLarge.has(tenant);

  return {
    async ask(tenant, question) {
      if (!cache.has(tenant) && !mayBegin(tenant)) return null;
      const { number, over } = cache.get(tenant) ?? begin(tenant);
      await over;
      const slot = cache.get(tenant);
      return slot?.filled && slot.number === number ? thread.ask(question(number)) : null;
    },
    tell(tenant, order) {
      const slot = cache.get(tenant);
      if (slot) thread.order(order(slot.number));
    },
    removed: tooLarge.removed,
    forget,
    forgetAll(dimensions = ofModel) {
      ofModel = dimensions;
      tooLarge.clear();
      for (const tenant of [...cache.keys()]) forget(tenant);
    },
    close: thread.close,
  };
}

/** Points of tenants in use, held in a thread. It answers null where it cannot answer; the database then does. */
export interface InMemoryIndex {
  lists(tenant: TenantId, question: IndexQuestion, filter: IndexFilter, m: number): Promise<IndexLists | null>;
  blended(
    tenant: TenantId,
    question: IndexQuestion & { blend: Blend },
    filter: IndexFilter,
    m: number,
  ): Promise<BlendedHit[] | null>;
  scores(tenant: TenantId, question: IndexQuestion, ids: readonly string[]): Promise<Map<string, IndexParts> | null>;
  /** Points that the database has taken; writes of one tenant come in the order of its commits. */
  put(tenant: TenantId, points: readonly Point[]): void;
  remove(tenant: TenantId, ids: readonly string[]): void;
  /** For a write whose outcome in the database is unknown. */
  forget(tenant: TenantId): void;
  forgetAll(dimensions?: number): void;
  close(): Promise<void>;
}

export function createInMemoryIndex(settings: TenantCacheSettings): InMemoryIndex {
  const cache = createTenantCache(settings);
  return {
    async lists(tenant, question, filter, m) {
      const asked = { question: packQuestion(question), filter, most: m };
      const lists = await cache.ask(tenant, (slot) => ({ type: 'best', slot, ...asked }));
      return lists && unpackLists(lists);
    },
    async blended(tenant, question, filter, m) {
      const { alpha, lo, hi } = question.blend;
      const asked = { question: packQuestion(question), blend: { alpha, lo, hi }, filter, most: m };
      const found = await cache.ask(tenant, (slot) => ({ type: 'blend', slot, ...asked }));
      return found && [...unpackScores(found)].map(([id, parts]) => ({ id, ...parts }));
    },
    async scores(tenant, question, ids) {
      const asked = { question: packQuestion(question), ids: packIds(ids) };
      const scores = await cache.ask(tenant, (slot) => ({ type: 'score', slot, ...asked }));
      return scores && unpackScores(scores);
    },
    put(tenant, points) {
      cache.tell(tenant, (slot) => ({ type: 'put', slot, rows: packPoints(points) }));
    },
    remove(tenant, ids) {
      cache.removed(tenant, ids.length);
      cache.tell(tenant, (slot) => ({ type: 'remove', slot, ids: packIds(ids) }));
    },
    forget: cache.forget,
    forgetAll: cache.forgetAll,
    close: cache.close,
  };
}

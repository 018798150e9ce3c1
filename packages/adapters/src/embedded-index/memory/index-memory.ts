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
import { createMemoryThread } from './memory-thread.js';
import type { Answers, Order, PackedRows, Question } from './messages.js';
import { packIds, packPoints, packQuestion, unpackLists, unpackScores } from './packed.js';

/** Tenants that did not fit, until enough of their points are removed that another filling may be worth its time. */
interface TooLarge {
  has(tenant: TenantId): boolean;
  add(tenant: TenantId): void;
  removed(tenant: TenantId, points: number): void;
  clear(): void;
}

/** As many as take PGlite a second or two to read. */
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

/** The next points of a tenant after an id; null where there are none. `last` is null where none come after them. */
export type ReadNext = (
  tenant: TenantId,
  after: string | null,
) => Promise<{ rows: PackedRows; last: string | null } | null>;

interface TenantCacheSettings {
  /** Bytes that the points of all tenants in memory take together; with 0 there is no thread. */
  limit: number;
  readNext: ReadNext;
  /** The thread died, and another is filled. `reason` names the kind of error. */
  onLost?: ((reason: string) => void) | undefined;
}

/** Which tenants the thread has, as far as is known here: it may have dropped one that is still on its way to be asked. */
interface TenantCache {
  /** Begins to fill where nothing is there. Null where the thread has not all of the tenant. */
  ask<Asked extends Question>(
    tenant: TenantId,
    question: (hold: number) => Asked,
  ): Promise<Answers[Asked['type']] | null>;
  /** Tells the thread, where it has something of the tenant. */
  tell(tenant: TenantId, order: (hold: number) => Order): void;
  /** Counts removed points of a tenant that was too large. */
  removed(tenant: TenantId, points: number): void;
  forget(tenant: TenantId): void;
  forgetAll(dimensions?: number): void;
  close(): Promise<void>;
}

interface CachedTenant {
  number: number;
  filled: boolean;
  /**
   * Resolves when the filling is over, well or not. Whoever asks meanwhile waits for it: a scan of a large tenant holds the one
   * session of the database for as long as many parts do, and whoever fills and whoever is beside would wait for each.
   */
  over: Promise<void>;
}

function createTenantCache({ limit, readNext, onLost }: TenantCacheSettings): TenantCache {
  const holds = new Map<TenantId, CachedTenant>();
  const tenants = new Map<number, TenantId>();
  const tooLarge = createTooLarge();
  let ofModel = 0;
  let latest = 0;

  const lose = (tenant: TenantId) => {
    const hold = holds.get(tenant);
    if (!hold) return;
    holds.delete(tenant);
    tenants.delete(hold.number);
  };

  const thread = createMemoryThread({
    limit,
    onDropped(number, alone) {
      const tenant = tenants.get(number);
      if (tenant === undefined) return;
      if (alone) tooLarge.add(tenant);
      lose(tenant);
    },
    onLost(reason) {
      holds.clear();
      tenants.clear();
      onLost?.(reason);
    },
  });

  const forget = (tenant: TenantId) => {
    const hold = holds.get(tenant);
    if (hold) thread.order({ type: 'drop', hold: hold.number });
    lose(tenant);
  };

  /** The id to go on after, or null where the filling is over. */
  const fillPart = async (tenant: TenantId, number: number, after: string | null): Promise<string | null> => {
    const part = await readNext(tenant, after);
    if (!tenants.has(number)) return null;
    const kept = part === null || (await thread.ask({ type: 'fill', hold: number, rows: part.rows }));
    const hold = holds.get(tenant);
    if (!kept || hold?.number !== number) return null;
    if (part?.last) return part.last;
    thread.order({ type: 'filled', hold: number });
    hold.filled = true;
    return null;
  };

  const goOn = async (tenant: TenantId, number: number, after: string | null) => {
    for (let next = after; next !== null; ) next = await fillPart(tenant, number, next);
  };

  const begin = (tenant: TenantId): CachedTenant => {
    latest += 1;
    const number = latest;
    thread.order({ type: 'begin', hold: number, dimensions: ofModel });
    // Whoever waited then asks the database, and learns there what is wrong.
    const giveUp = () => {
      if (tenants.has(number)) forget(tenant);
    };
    const over = fillPart(tenant, number, null)
      .then((after) => goOn(tenant, number, after))
      .catch(giveUp);
    const hold = { number, filled: false, over };
    holds.set(tenant, hold);
    tenants.set(number, tenant);
    return hold;
  };

  const mayBegin = (tenant: TenantId) => limit > 0 && ofModel > 0 && thread.isUsable() && !tooLarge.has(tenant);

  return {
    async ask(tenant, question) {
      if (!holds.has(tenant) && !mayBegin(tenant)) return null;
      const { number, over } = holds.get(tenant) ?? begin(tenant);
      await over;
      // What is there now: another filling may have begun meanwhile.
      const hold = holds.get(tenant);
      return hold?.filled && hold.number === number ? thread.ask(question(number)) : null;
    },
    tell(tenant, order) {
      const hold = holds.get(tenant);
      if (hold) thread.order(order(hold.number));
    },
    removed: tooLarge.removed,
    forget,
    forgetAll(dimensions = ofModel) {
      ofModel = dimensions;
      tooLarge.clear();
      for (const tenant of [...holds.keys()]) forget(tenant);
    },
    close: thread.close,
  };
}

/** Points of tenants in use, in a thread. Whatever it cannot answer it answers with null; the database then can. */
export interface IndexMemory {
  lists(tenant: TenantId, question: IndexQuestion, filter: IndexFilter, m: number): Promise<IndexLists | null>;
  blended(
    tenant: TenantId,
    question: IndexQuestion & { blend: Blend },
    filter: IndexFilter,
    m: number,
  ): Promise<BlendedHit[] | null>;
  scores(tenant: TenantId, question: IndexQuestion, ids: readonly string[]): Promise<Map<string, IndexParts> | null>;
  /** Points that the database has taken. Writes of one tenant come in the order of its commits. */
  put(tenant: TenantId, points: readonly Point[]): void;
  remove(tenant: TenantId, ids: readonly string[]): void;
  /** For when it is not known what the database has. */
  forget(tenant: TenantId): void;
  /** The points are others now; of so many dimensions where that is given. */
  forgetAll(dimensions?: number): void;
  close(): Promise<void>;
}

export function createIndexMemory(settings: TenantCacheSettings): IndexMemory {
  const holds = createTenantCache(settings);
  return {
    async lists(tenant, question, filter, m) {
      const asked = { question: packQuestion(question), filter, most: m };
      const lists = await holds.ask(tenant, (hold) => ({ type: 'best', hold, ...asked }));
      return lists && unpackLists(lists);
    },
    async blended(tenant, question, filter, m) {
      const { alpha, lo, hi } = question.blend;
      const asked = { question: packQuestion(question), blend: { alpha, lo, hi }, filter, most: m };
      const found = await holds.ask(tenant, (hold) => ({ type: 'blend', hold, ...asked }));
      return found && [...unpackScores(found)].map(([id, parts]) => ({ id, ...parts }));
    },
    async scores(tenant, question, ids) {
      const asked = { question: packQuestion(question), ids: packIds(ids) };
      const scores = await holds.ask(tenant, (hold) => ({ type: 'score', hold, ...asked }));
      return scores && unpackScores(scores);
    },
    put(tenant, points) {
      holds.tell(tenant, (hold) => ({ type: 'put', hold, rows: packPoints(points) }));
    },
    remove(tenant, ids) {
      holds.removed(tenant, ids.length);
      holds.tell(tenant, (hold) => ({ type: 'remove', hold, ids: packIds(ids) }));
    },
    forget: holds.forget,
    forgetAll: holds.forgetAll,
    close: holds.close,
  };
}

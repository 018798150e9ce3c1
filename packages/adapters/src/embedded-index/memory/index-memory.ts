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
import { createHolds, type HoldsSettings } from './holds.js';
import { packIds, packPoints, packQuestion, unpackLists, unpackScores } from './packed.js';

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
  /** What the database has by now. Writes of one tenant come in the order in which it took them. */
  put(tenant: TenantId, points: readonly Point[]): void;
  remove(tenant: TenantId, ids: readonly string[]): void;
  /** For when it is not known what the database has. */
  forget(tenant: TenantId): void;
  /** The points are others now; of so many dimensions where that is given. */
  forgetAll(dimensions?: number): void;
  close(): Promise<void>;
}

export function createIndexMemory(settings: HoldsSettings): IndexMemory {
  const holds = createHolds(settings);
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

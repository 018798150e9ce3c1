import { createKernel } from './kernel.js';
import type { Answers, Order, Question } from './messages.js';
import { packLists, packScores, readIds, unpackPoints } from './packed.js';
import type { Id } from './row-ids.js';
import { createTenantPoints, type TenantPoints } from './tenant-points.js';

interface Held {
  points: TenantPoints;
  bytes: number;
  /** What was removed since the filling began: a part that was read before may still bring it. Null once it is filled. */
  removed: Set<string> | null;
}

export interface HoldingsSettings {
  /** Bytes that all tenants take together. */
  limit: number;
  /** `tooLarge` where a tenant does not fit by itself. */
  onDropped(hold: number, tooLarge: boolean): void;
}

export interface Holdings {
  take(order: Order): void;
  ask(question: Question): Answers[keyof Answers] | null;
}

/** Of objects around the arrays, so that tenants without points are not without number. */
const BYTES_OF_HOLD = 8192;

const keyOf = (id: Id) => id.join();

function fill({ points, removed }: Held, { rows }: Extract<Question, { type: 'fill' }>): void {
  const mayBeGone = removed !== null && removed.size > 0;
  for (const point of unpackPoints(rows)) if (!(mayBeGone && removed.has(keyOf(point.id)))) points.put(point);
}

function remove({ points, removed }: Held, ids: Uint8Array): void {
  for (const id of readIds(ids)) {
    points.remove(id);
    removed?.add(keyOf(id));
  }
}

/** Tenants in memory, those that were asked least lately first; these make room for others. */
export function createHoldings({ limit, onDropped }: HoldingsSettings): Holdings {
  const holds = new Map<number, Held>();
  const multiply = createKernel();
  let bytes = 0;

  const drop = (hold: number) => {
    bytes -= holds.get(hold)?.bytes ?? 0;
    holds.delete(hold);
  };

  /** Of all but one. */
  const leastUsed = (hold: number) => {
    for (const other of holds.keys()) if (other !== hold) return other;
    return undefined;
  };

  const makeRoom = (hold: number) => {
    while (bytes > limit) {
      const other = leastUsed(hold);
      drop(other ?? hold);
      onDropped(other ?? hold, other === undefined);
    }
  };

  const measure = (hold: number, held: Held) => {
    bytes -= held.bytes;
    held.bytes = BYTES_OF_HOLD + held.points.bytes();
    bytes += held.bytes;
    makeRoom(hold);
  };

  const use = (hold: number, held: Held) => {
    holds.delete(hold);
    holds.set(hold, held);
  };

  return {
    take(order) {
      const { hold } = order;
      if (order.type === 'begin') {
        const points = createTenantPoints(order.dimensions, multiply);
        holds.set(hold, { points, bytes: 0, removed: new Set() });
      }
      const held = holds.get(hold);
      if (!held) return;
      if (order.type === 'drop') return drop(hold);
      if (order.type === 'filled') held.removed = null;
      if (order.type === 'put') for (const point of unpackPoints(order.rows)) held.points.put(point);
      if (order.type === 'remove') remove(held, order.ids);
      measure(hold, held);
    },
    ask(question) {
      const { hold } = question;
      const held = holds.get(hold);
      if (!held) return null;
      use(hold, held);
      if (question.type === 'fill') {
        fill(held, question);
        measure(hold, held);
        return holds.has(hold) ? true : null;
      }
      if (question.type === 'score') return packScores(held.points.score(question.question, readIds(question.ids)));
      if (question.type === 'blend') {
        const found = held.points.blended(question.question, question.blend, question.filter, question.most);
        measure(hold, held);
        return packScores(found);
      }
      const lists = held.points.best(question.question, question.filter, question.most);
      measure(hold, held);
      return packLists(lists);
    },
  };
}

import { createKernel } from './kernel.js';
import type { Answers, Order, Question } from './messages.js';
import { packLists, packScores, readIds, unpackPoints } from './packed.js';
import type { Id } from './row-ids.js';
import { createTenantPoints, type TenantPoints } from './tenant-points.js';

interface Held {
  points: TenantPoints;
  bytes: number;
  /** Ids removed during the filling, because a part read earlier may still bring them. Null once filled. */
  removed: Set<string> | null;
}

export interface TenantSlotsSettings {
  /** Bytes for all tenants. */
  limit: number;
  onDropped(slot: number, tooLarge: boolean): void;
}

export interface TenantSlots {
  take(order: Order): void;
  ask(question: Question): Answers[keyof Answers] | null;
}

/** Bytes of the objects around the arrays; they bound the number of tenants without points. */
const BYTES_OF_SLOT = 8192;

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

/** Tenants in memory in the order of their last question; the oldest makes room for others. */
export function createTenantSlots({ limit, onDropped }: TenantSlotsSettings): TenantSlots {
  const slots = new Map<number, Held>();
  const multiply = createKernel();
  let bytes = 0;

  const drop = (slot: number) => {
    bytes -= slots.get(slot)?.bytes ?? 0;
    slots.delete(slot);
  };

  const leastUsed = (slot: number) => {
    for (const other of slots.keys()) if (other !== slot) return other;
    return undefined;
  };

  const makeRoom = (slot: number) => {
    while (bytes > limit) {
      const other = leastUsed(slot);
      drop(other ?? slot);
      onDropped(other ?? slot, other === undefined);
    }
  };

  const measure = (slot: number, held: Held) => {
    bytes -= held.bytes;
    held.bytes = BYTES_OF_SLOT + held.points.bytes();
    bytes += held.bytes;
    makeRoom(slot);
  };

  const use = (slot: number, held: Held) => {
    slots.delete(slot);
    slots.set(slot, held);
  };

  return {
    take(order) {
      const { slot } = order;
      if (order.type === 'begin') {
        const points = createTenantPoints(order.dimensions, multiply);
        slots.set(slot, { points, bytes: 0, removed: new Set() });
      }
      const held = slots.get(slot);
      if (!held) return;
      if (order.type === 'drop') return drop(slot);
      if (order.type === 'filled') held.removed = null;
      if (order.type === 'put') for (const point of unpackPoints(order.rows)) held.points.put(point);
      if (order.type === 'remove') remove(held, order.ids);
      measure(slot, held);
    },
    ask(question) {
      const { slot } = question;
      const held = slots.get(slot);
      if (!held) return null;
      use(slot, held);
      if (question.type === 'fill') {
        fill(held, question);
        measure(slot, held);
        return slots.has(slot) ? true : null;
      }
      if (question.type === 'score') return packScores(held.points.score(question.question, readIds(question.ids)));
      if (question.type === 'blend') {
        const found = held.points.blended(question.question, question.blend, question.filter, question.most);
        measure(slot, held);
        return packScores(found);
      }
      const lists = held.points.best(question.question, question.filter, question.most);
      measure(slot, held);
      return packLists(lists);
    },
  };
}

import { describe, expect, it } from 'vitest';
import type { MemoryRecord, ReviewRecord } from '../../ports/records.js';
import {
  minutesAfter,
  NOON,
  newMemory,
  newReview,
  recordOf,
  sequentialIds,
  tenantNamed,
} from '../../testing/builders.js';
import type { Caller } from '../caller.js';
import { createReviewService, type ReviewServiceDependencies } from './review-service.js';

const ids = sequentialIds();
const caller: Caller = { tenant: tenantNamed('reviews'), scopes: new Set<never>(), requestId: 'test' };

const memoriesOf = (count: number, length = 1): MemoryRecord[] =>
  Array.from({ length: count }, () => recordOf(newMemory(ids.next(), { content: 'x'.repeat(length) })));

const about = ([newer, ...others]: MemoryRecord[], given: Partial<ReviewRecord>): ReviewRecord => ({
  ...newReview(ids.next(), { kind: 'replacement', candidate: null, contentHash: null, memoryId: newer?.id ?? null }),
  otherIds: others.map(({ id }) => id),
  ...given,
});

const decided: Partial<ReviewRecord> = { state: 'accepted', decidedAt: NOON };

/** Tells how many memories each statement read. */
const stage = (given: readonly ReviewRecord[], known: readonly MemoryRecord[]) => {
  const read: number[] = [];
  const memories = {
    async getMany(wanted: readonly string[]) {
      read.push(wanted.length);
      return known.filter(({ id }) => wanted.includes(id));
    },
  };
  const reviews = {
    get: async (id: string) => given.find((review) => review.id === id) ?? null,
    async page(_filter: object, { limit, after }: { limit: number; after?: { id: string } }) {
      const from = after ? given.findIndex(({ id }) => id === after.id) + 1 : 0;
      const rows = given.slice(from, from + limit);
      const end = rows.at(-1);
      const last = end && from + limit < given.length ? { value: end.createdAt.getTime(), id: end.id } : null;
      return { rows, total: given.length, last };
    },
  };
  const service = createReviewService({
    records: { forTenant: () => ({ memories, reviews }) },
    clock: { now: () => NOON },
  } as unknown as ReviewServiceDependencies);
  /** The numbers of reviews on each page. */
  const pages = async () => {
    const found: string[][] = [];
    for (let cursor: string | undefined; ; ) {
      const list = await service.list(caller, { state: 'any', limit: 20, offset: 0, cursor } as never);
      found.push(list.reviews.map(({ id }) => id));
      if (list.nextCursor === null) return found;
      cursor = list.nextCursor;
    }
  };
  return { service, read, pages };
};

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

describe('a review', () => {
  it('that was decided reads a few of the thousand memories that it names', async () => {
    const known = memoriesOf(1001);
    const review = about(known, decided);
    const { service, read } = stage([review], known);
    const shown = await service.get(caller, review.id);
    expect(shown.memory?.id).toBe(known[0]?.id);
    expect(shown.others.map(({ id }) => id)).toEqual(review.otherIds.slice(0, 50));
    expect(sum(read)).toBe(51);
  });

  it('that was decided is shown with no more than a few of long ones', async () => {
    const known = memoriesOf(51, 300_000);
    const review = about(known, decided);
    const { service } = stage([review], known);
    const { memory, others } = await service.get(caller, review.id);
    expect(memory?.id).toBe(known[0]?.id);
    expect(others.map(({ id }) => id)).toEqual(review.otherIds.slice(0, others.length));
    expect(others.length).toBeLessThanOrEqual(10);
  });

  it('that is open is shown whole, however long it is', async () => {
    const known = memoriesOf(11, 300_000);
    const review = about(known, {});
    const { wouldDo, others } = await stage([review], known).service.get(caller, review.id);
    expect(wouldDo?.replaces).toEqual(review.otherIds);
    expect(others.map(({ id }) => id)).toEqual(review.otherIds);
  });

  it('that is open asks about ten, also where an earlier release brought more', async () => {
    const known = memoriesOf(1001);
    const review = about(known, {});
    const { service, read } = stage([review], known);
    expect((await service.get(caller, review.id)).wouldDo?.replaces).toEqual(review.otherIds.slice(0, 10));
    expect(sum(read)).toBe(11);
  });
});

describe('a list of reviews', () => {
  const listed = (count: number, each: number, length: number) => {
    const known = Array.from({ length: count }, () => memoriesOf(each, length));
    const given = known.map((some, at) => about(some, { ...decided, createdAt: minutesAfter(-at) }));
    return { given, ...stage(given, known.flat()) };
  };

  it('shows each once, on pages of as many as do not name too many memories', async () => {
    const { given, pages } = listed(10, 51, 1);
    const found = await pages();
    expect(found.map(({ length }) => length)).toEqual([3, 3, 3, 1]);
    expect(found.flat()).toEqual(given.map(({ id }) => id));
  });

  it('shows each once, on pages of as many as are not too long', async () => {
    const { given, pages } = listed(10, 3, 300_000);
    const found = await pages();
    expect(found.map(({ length }) => length)).toEqual([2, 2, 2, 2, 2]);
    expect(found.flat()).toEqual(given.map(({ id }) => id));
  });
});

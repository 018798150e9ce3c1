import { tierNames } from '@hippocamp/shared/schemas/common';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  MemoryFilter,
  MemoryPageRequest,
  MemoryRecord,
  MemoryRepository,
  NewMemory,
  PageKey,
} from '../../ports/records.js';
import { filterOf, minutesAfter, NOON, newMemory, recordOf } from '../builders.js';
import { idsByMethod } from './filters.js';
import { inOrder, passes, sortValue } from './memory-model.js';
import { insertEach, type Stage, sorted } from './stage.js';

const SEED = 20_260_301;
const ROWS = 120;

const owners = ['01950000-0000-7000-8000-0000000000aa', '01950000-0000-7000-8000-0000000000bb'];
const time = fc.integer({ min: -8, max: 8 }).map((minutes) => minutesAfter(minutes));
const tag = fc.constantFrom('a', 'b', 'c');
const value = fc.constantFrom<unknown>(1, '1', null, true, [1], { a: 1 });

const row = fc.record({
  ownerEntityId: fc.constantFrom(null, ...owners),
  tier: fc.constantFrom(...tierNames),
  sourceArtifactId: fc.constantFrom(null, ...owners),
  importanceScore: fc.constantFrom(0, 0.1 + 0.2, 0.3, 0.5, 1),
  accessCount: fc.integer({ min: 0, max: 3 }),
  occurredAt: time,
  createdAt: time,
  metadata: fc.oneof(
    fc.constant({}),
    fc.record({ k: value }),
    fc.record({ sessionId: fc.constantFrom('s', 't'), k: value }),
  ),
  tags: fc.uniqueArray(tag, { maxLength: 3 }),
});

const fate = fc.record({
  archivedAt: fc.constantFrom(null, null, null, NOON),
  invalidAt: fc.option(time, { freq: 3 }),
  buried: fc.constantFrom(false, false, false, false, true),
});

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

const filter: fc.Arbitrary<MemoryFilter> = fc.record({
  ownerEntityId: optional(fc.constantFrom(null, ...owners)),
  tiers: optional(fc.uniqueArray(fc.constantFrom(...tierNames), { minLength: 1 })),
  tags: optional(fc.uniqueArray(tag, { minLength: 1 })),
  tagsAll: optional(fc.uniqueArray(tag, { minLength: 1, maxLength: 2 })),
  sourceArtifactId: optional(fc.constantFrom(...owners)),
  sessionId: optional(fc.constantFrom('s', 't')),
  metadata: optional(fc.record({ k: value })),
  createdAfter: optional(time),
  createdBefore: optional(time),
  asOf: optional(time),
  includeArchived: fc.boolean(),
  includeSuperseded: fc.boolean(),
  expiredShortTerm: optional(fc.record({ createdUntil: time, accessBelow: fc.integer({ min: 0, max: 3 }) })),
});

const sort = fc.record({
  sortBy: fc.constantFrom('createdAt' as const, 'importanceScore' as const, 'accessCount' as const),
  sortOrder: fc.constantFrom('asc' as const, 'desc' as const),
});

type Pages = Omit<MemoryPageRequest, 'offset' | 'after'>;

/** Every page by its key, to the end. */
async function walk(memories: MemoryRepository, request: Pages, between?: () => Promise<void>) {
  const rows: MemoryRecord[] = [];
  const totals: number[] = [];
  let after: PageKey | undefined;
  do {
    const page = await memories.page({ ...request, offset: 0, after });
    rows.push(...page.memories);
    totals.push(page.total);
    after = page.last ?? undefined;
    await between?.();
  } while (after);
  return { rows, totals };
}

/** Many memories with few values, so that ties are common; answers those that live. */
async function settle(stage: Stage, memories: MemoryRepository): Promise<MemoryRecord[]> {
  const drawn = fc.sample(fc.tuple(row, fate), { seed: SEED, numRuns: ROWS });
  const inserted = drawn.map(([members]) => newMemory(stage.ids.next(), members));
  await memories.insert(inserted);
  const live: MemoryRecord[] = [];
  for (const [index, [, { buried, ...changes }]] of drawn.entries()) {
    const memory = inserted[index] as NewMemory;
    if (buried) await memories.bury([memory.id], NOON);
    else if (changes.archivedAt || changes.invalidAt) {
      live.push((await memories.update(memory.id, changes, NOON)) as MemoryRecord);
    } else live.push(recordOf(memory));
  }
  return live;
}

export function pagingSuite(stage: Stage): void {
  describe('pages', () => {
    it('end with the key of their last row only where more follows', async () => {
      const { memories } = stage.tenant().own;
      const ids = await insertEach(stage, memories, [{}, {}, {}]);
      const request = { filter: filterOf(), sortBy: 'createdAt', sortOrder: 'asc', offset: 0 } as const;
      const first = await memories.page({ ...request, limit: 2 });
      expect(first.last).toEqual({ id: ids[1], value: minutesAfter(-2).getTime() });
      expect(await memories.page({ ...request, limit: 3 })).toMatchObject({ total: 3, last: null });
      const rest = await memories.page({ ...request, limit: 2, after: first.last ?? undefined });
      expect(rest).toMatchObject({ total: 3, last: null, memories: [{ id: ids[2] }] });
      expect(await memories.page({ ...request, limit: 2, offset: 9 })).toEqual({ memories: [], total: 3, last: null });
      expect(await stage.tenant().own.memories.page({ ...request, limit: 2 })).toEqual({
        memories: [],
        total: 0,
        last: null,
      });
    });

    it.each(['asc', 'desc'] as const)('neither repeat nor skip while rows are added (%s)', async (sortOrder) => {
      const { memories } = stage.tenant().own;
      const before = await insertEach(
        stage,
        memories,
        Array.from({ length: 23 }, (_, index) => ({ createdAt: minutesAfter(Math.floor(index / 4)) })),
      );
      const added = async () => {
        await insertEach(stage, memories, [
          { createdAt: minutesAfter(-5) },
          { createdAt: minutesAfter(3) },
          { createdAt: minutesAfter(50) },
        ]);
      };
      const request = { filter: filterOf(), sortBy: 'createdAt', sortOrder, limit: 5 } as const;
      const walked: string[] = [];
      let budget = 4;
      const { rows } = await walk(memories, request, async () => {
        budget -= 1;
        if (budget > 0) await added();
      });
      walked.push(...rows.map(({ id }) => id));
      expect(new Set(walked).size).toBe(walked.length);
      expect(walked.filter((id) => before.includes(id))).toEqual(sortOrder === 'asc' ? before : before.toReversed());
    });

    it(`agree with a model of filter and order (seed ${SEED})`, async () => {
      const { memories } = stage.tenant().own;
      const live = await settle(stage, memories);
      const limits = fc.integer({ min: 1, max: 40 });
      await fc.assert(
        fc.asyncProperty(filter, sort, limits, fc.integer({ min: 0, max: 30 }), async (asked, order, limit, offset) => {
          const rows = inOrder(
            live.filter((memory) => passes(memory, asked)),
            order.sortBy,
            order.sortOrder,
          );
          const walked = await walk(memories, { filter: asked, ...order, limit });
          expect(walked.rows).toEqual(rows);
          expect(new Set(walked.totals)).toEqual(new Set([rows.length]));
          const page = await memories.page({ filter: asked, ...order, limit, offset });
          expect(page.memories).toEqual(rows.slice(offset, offset + limit));
          const last = offset + limit < rows.length ? page.memories.at(-1) : undefined;
          expect(page.last).toEqual(last ? { id: last.id, value: sortValue(last, order.sortBy) } : null);
        }),
        { seed: SEED, numRuns: 120 },
      );
    });

    it(`and every other query agree with the model (seed ${SEED})`, async () => {
      const { memories } = stage.tenant().own;
      const live = await settle(stage, memories);
      await fc.assert(
        fc.asyncProperty(filter, async (asked) => {
          const expected = sorted(live.filter((memory) => passes(memory, asked)).map(({ id }) => id));
          const all = live.map(({ id }) => id);
          for (const [method, ids] of Object.entries(await idsByMethod(memories, all, asked))) {
            expect(ids, method).toEqual(expected);
          }
          expect(await memories.count(asked)).toBe(expected.length);
        }),
        { seed: SEED, numRuns: 80 },
      );
    });
  });
}

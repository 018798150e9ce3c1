import type { TenantId } from '@hippocamp/shared/schemas/common';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IndexState, Records, RowVersion } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import { createReconciler } from './reconciler.js';

const tenant = 'acme' as TenantId;
/** Each look at it takes ten milliseconds. */
const slowClock = () => {
  let time = Date.parse('2026-03-01T00:00:00Z');
  return {
    now: () => {
      time += 10;
      return new Date(time);
    },
  };
};
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Rows and points in memory; what is marked as not indexed is indexed at once, as the outbox would in time. */
const stage = (rows: readonly RowVersion[], points: ReadonlyMap<string, number>) => {
  const table = new Map(rows.map((row) => [row.id, { ...row }]));
  const held = new Map(points);
  const pageOf = <Row extends { id: string }>(all: Row[], after: string | null, limit: number) =>
    all.filter(({ id }) => after === null || id > after).slice(0, limit);
  const ordered = <Row extends { id: string }>(all: Iterable<Row>) => [...all].sort((a, b) => (a.id < b.id ? -1 : 1));
  const memories = {
    versions: async (after: string | null, limit: number) => pageOf(ordered(table.values()), after, limit),
    indexStates: async (ids: readonly string[]) => ids.flatMap((id) => (table.get(id) ?? []) as IndexState[]),
    markUnindexed: async (ids: readonly string[]) => {
      for (const id of ids) held.set(id, table.get(id)?.version ?? 0);
    },
  };
  let turn = 0;
  const records = {
    forTenant: () => ({ memories }),
    takeIndexChecks: async () => {
      turn += 1;
      return turn <= 2 ? [tenant] : [];
    },
  } as unknown as Records;
  const index = {
    scan: async (_tenant: TenantId, after: string | null, limit: number) =>
      pageOf(ordered([...held].map(([id, version]) => ({ id, version }))), after, limit),
    remove: async (_tenant: TenantId, ids: readonly string[]) => {
      for (const id of ids) held.delete(id);
    },
  } as unknown as VectorIndex;
  return { reconciler: createReconciler({ records, index, clock: slowClock(), log }), held };
};

const ids = Array.from({ length: 8 }, (_id, position) => `m${position}`);
const version = fc.integer({ min: 1, max: 3 });
const anyRows = fc
  .uniqueArray(fc.record({ id: fc.constantFrom(...ids), version, indexedVersion: fc.nat(3), absent: fc.boolean() }), {
    selector: ({ id }) => id,
  })
  .map((rows) => rows.map((row) => ({ ...row, indexedVersion: Math.min(row.indexedVersion, row.version) })));
const anyPoints = fc.uniqueArray(fc.tuple(fc.constantFrom(...ids), version), { selector: ([id]) => id });

const shouldHold = (rows: readonly RowVersion[]) =>
  rows
    .filter((row) => !row.absent && row.indexedVersion === row.version)
    .map((row): [string, number] => [row.id, row.version]);

describe('the reconciler', () => {
  it('makes any index hold what the records say, and then finds nothing', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, anyPoints, async (rows, points) => {
        const { reconciler, held } = stage(rows, new Map(points));
        await reconciler.repair(tenant);
        for (const [id, expected] of shouldHold(rows)) expect(held.get(id)).toBe(expected);
        const settled = new Map(rows.filter((row) => row.indexedVersion === row.version).map((row) => [row.id, row]));
        const pending = new Set(rows.filter((row) => row.indexedVersion < row.version).map(({ id }) => id));
        for (const id of held.keys()) expect(pending.has(id) || settled.get(id)?.absent === false).toBe(true);
        const { missing, stale, extra } = await reconciler.compare(tenant);
        expect([missing, stale, extra]).toEqual([[], [], []]);
      }),
    );
  });

  it('says how the two stand to each other', async () => {
    const row = (id: string, given: Partial<RowVersion> = {}): RowVersion => ({
      id,
      version: 2,
      indexedVersion: 2,
      absent: false,
      ...given,
    });
    const rows = [row('m0'), row('m1'), row('m2'), row('m3', { absent: true }), row('m4', { indexedVersion: 1 })];
    const { reconciler } = stage(
      rows,
      new Map([
        ['m0', 2],
        ['m2', 1],
        ['m3', 2],
        ['m4', 1],
        ['m7', 1],
      ]),
    );
    expect(await reconciler.compare(tenant)).toEqual({
      memories: 4,
      points: 5,
      pending: 1,
      missing: ['m1'],
      stale: ['m2'],
      extra: ['m3', 'm7'],
    });
  });

  it('repairs in rounds, and rests between them', async () => {
    const { reconciler, held } = stage([], new Map([['m0', 1]]));
    await reconciler.round();
    expect(held.size).toBe(0);
    held.set('m1', 1);
    await reconciler.round();
    expect(held.size).toBe(1);
  });
});

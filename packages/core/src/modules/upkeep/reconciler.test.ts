import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { IndexState, Records, RowVersion } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import { createReconciler } from './reconciler.js';

const tenant = 'acme' as TenantId;
/** Each look at the clock takes ten milliseconds. */
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

/** `markUnindexed` indexes at once, as the outbox would later; lower versions never replace higher ones. */
const stage = (rows: readonly RowVersion[], points: ReadonlyMap<string, number>) => {
  const table = new Map(rows.map((row) => [row.id, { ...row }]));
  const held = new Map(points);
  const pageOf = <Row extends { id: string }>(all: Row[], after: string | null, limit: number) =>
    all.filter(({ id }) => after === null || id > after).slice(0, limit);
  const ordered = <Row extends { id: string }>(all: Iterable<Row>) => [...all].sort((a, b) => (a.id < b.id ? -1 : 1));
  const memories = {
    versions: async (after: string | null, limit: number) => pageOf(ordered(table.values()), after, limit),
    versionsOf: async (ids: readonly string[]) => ids.flatMap((id) => table.get(id) ?? []).map((row) => ({ ...row })),
    indexStates: async (ids: readonly string[]) => ids.flatMap((id) => (table.get(id) ?? []) as IndexState[]),
    markUnindexed: async (ids: readonly string[]) => {
      for (const row of ids.flatMap((id) => table.get(id) ?? [])) {
        if ((held.get(row.id) ?? 0) <= row.version) held.set(row.id, row.version);
      }
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
  let failure: Error | null = null;
  const index = {
    scan: async (_tenant: TenantId, after: string | null, limit: number) => {
      if (failure) throw failure;
      return pageOf(ordered([...held].map(([id, version]) => ({ id, version }))), after, limit);
    },
    scores: async (_tenant: TenantId, _question: unknown, ids: readonly string[]) =>
      new Map(ids.flatMap((id) => (held.has(id) ? [[id, { version: held.get(id) }]] : []) as [string, unknown][])),
    remove: async (_tenant: TenantId, ids: readonly string[]) => {
      for (const id of ids) held.delete(id);
    },
  } as unknown as VectorIndex;
  const fail = (error: Error) => {
    failure = error;
  };
  const onDifferences = vi.fn();
  const reconciler = createReconciler({ records, index, clock: slowClock(), log, onDifferences });
  return { reconciler, held, table, fail, memories, index, onDifferences };
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

const settled = (id: string): RowVersion => ({ id, version: 2, indexedVersion: 2, absent: false });

type Stage = ReturnType<typeof stage>;
type Step = (stage: Stage) => unknown;
interface Race {
  rows: RowVersion[];
  points: [string, number][];
  /** Runs after the records were read, before the index is. */
  between: Step;
  /** Runs after the index was read. */
  afterwards?: Step;
  /** Runs while the index is asked a second time. */
  during?: Step;
}

async function racing({ rows, points, between, afterwards, during }: Race) {
  const set = stage(rows, new Map(points));
  const { index, memories, reconciler, onDifferences } = set;
  const { scan, scores } = index;
  index.scan = async (...parameters) => {
    between(set);
    const page = await scan(...parameters);
    afterwards?.(set);
    return page;
  };
  index.scores = async (...parameters) => {
    const answer = await scores(...parameters);
    during?.(set);
    return answer;
  };
  const marked = vi.spyOn(memories, 'markUnindexed');
  const removed = vi.spyOn(index, 'remove');
  return { repaired: await reconciler.repair(tenant), onDifferences, marked, removed };
}

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
      { seed: 20_261_129 },
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
    const rows = [
      row('m0'),
      row('m1'),
      row('m2'),
      row('m3', { absent: true }),
      row('m4', { indexedVersion: 1 }),
      row('m5'),
    ];
    const { reconciler } = stage(
      rows,
      new Map([
        ['m0', 2],
        ['m2', 1],
        ['m3', 2],
        ['m4', 1],
        ['m5', 3],
        ['m7', 1],
      ]),
    );
    expect(await reconciler.compare(tenant)).toEqual({
      memories: 5,
      points: 6,
      pending: ['m4'],
      missing: ['m1'],
      stale: ['m2', 'm5'],
      ahead: [{ id: 'm5', version: 3 }],
      extra: ['m3', 'm7'],
    });
  });

  it('leaves a point alone that is ahead of what its row was a moment ago', async () => {
    const { reconciler, held, table } = stage(
      [{ id: 'm0', version: 1, indexedVersion: 1, absent: false }],
      new Map([['m0', 2]]),
    );
    const removed: string[] = [];
    held.delete = (id) => removed.push(id) > 0;
    const before = table.get.bind(table);
    // The repair looks at the row again and finds it changed.
    table.get = (id) => ({ ...before(id), id, version: 2, indexedVersion: 2, absent: false });
    await reconciler.repair(tenant);
    expect(removed).toEqual([]);
  });

  it.each<[string, Race]>([
    [
      'a row that is committed and indexed between the two readings',
      {
        rows: [],
        points: [],
        between: ({ table, held }) => {
          table.set('m0', settled('m0'));
          held.set('m0', 2);
        },
      },
    ],
    [
      'a row that is changed and indexed between them',
      {
        rows: [settled('m0')],
        points: [['m0', 2]],
        between: ({ table, held }) => {
          table.set('m0', { ...settled('m0'), version: 3, indexedVersion: 3 });
          held.set('m0', 3);
        },
      },
    ],
    [
      'a row that is deleted between them, and its point',
      {
        rows: [settled('m0')],
        points: [['m0', 2]],
        between: ({ table, held }) => {
          table.delete('m0');
          held.delete('m0');
        },
      },
    ],
    [
      'a row that is archived between them',
      {
        rows: [settled('m0')],
        points: [['m0', 2]],
        between: ({ table, held }) => {
          table.set('m0', { id: 'm0', version: 3, indexedVersion: 3, absent: true });
          held.delete('m0');
        },
      },
    ],
    [
      'a point that the index is late to show',
      { rows: [settled('m0')], points: [], between: () => undefined, afterwards: ({ held }) => held.set('m0', 2) },
    ],
    [
      'a row that moves again at the second look',
      {
        rows: [],
        points: [['m0', 1]],
        between: () => undefined,
        during: ({ table, held }) => {
          table.set('m0', settled('m0'));
          held.set('m0', 2);
        },
      },
    ],
  ])('takes for no difference, and counts none: %s', async (_name, race) => {
    const { repaired, onDifferences, marked, removed } = await racing(race);
    expect(repaired).toMatchObject({ missing: [], stale: [], ahead: [], extra: [] });
    expect([onDifferences.mock.calls, marked.mock.calls, removed.mock.calls]).toEqual([[], [], []]);
  });

  it('counts what it repaired, and no more', async () => {
    const { reconciler, onDifferences } = stage(
      [settled('m0'), settled('m1'), { ...settled('m2'), absent: true }],
      new Map([
        ['m1', 1],
        ['m2', 2],
        ['m7', 1],
      ]),
    );
    await reconciler.repair(tenant);
    expect(onDifferences.mock.calls).toEqual([[4]]);
    await reconciler.repair(tenant);
    expect(onDifferences.mock.calls).toEqual([[4]]);
  });

  it('is quiet while a store is down, and only then', async () => {
    const { reconciler, fail } = stage([], new Map());
    fail(new Problem('dependency-unavailable', 'The vector index does not answer.'));
    await expect(reconciler.round()).resolves.toBeUndefined();
    const other = stage([], new Map());
    other.fail(new Error('Something else.'));
    await expect(other.reconciler.round()).rejects.toThrow('Something else.');
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

import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { IndexState, MemoryRepository, OutboxRepository, Records } from '../../ports/records.js';
import type { Point, VectorIndex } from '../../ports/vector-index.js';
import type { EmbeddedText, MemoryVectors } from '../indexing/memory-vectors.js';
import { createLexicon } from '../indexing/write-states.js';
import { createReconciler } from './reconciler.js';
import { reindex } from './reindex.js';

const tenant = 'acme' as TenantId;
const NOON = new Date('2026-03-01T12:00:00Z');
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const clock = { now: () => NOON };
const memoryVectors = {
  of: async (_: TenantId, memories: readonly unknown[]) => ({ vectors: memories.map(() => null), waiting: [] }),
  make: async () => undefined,
};

type Row = Pick<IndexState, 'id' | 'version' | 'indexedVersion' | 'indexEpoch' | 'absent' | 'tombstone' | 'content'>;
const row = (id: string, given: Partial<Row> = {}): Row => ({
  ...{ id, version: 2, indexedVersion: 1, indexEpoch: 0, absent: false, tombstone: false, content: '' },
  ...given,
});

/** A table of one tenant, with the fences of the real one. */
const tableOf = (rows: readonly Row[]) => {
  const table = new Map(rows.map((each) => [each.id, { ...each }]));
  const found = (ids: readonly string[]) => ids.flatMap((id) => table.get(id) ?? []);
  const memories: Pick<MemoryRepository, 'versions' | 'versionsOf' | 'indexStates' | 'markIndexed' | 'markUnindexed'> =
    {
      versions: async (after) => (after === null ? [...table.values()].map((each) => ({ ...each })) : []),
      versionsOf: async (ids) => found(ids).map((each) => ({ ...each })),
      indexStates: async (ids) =>
        found(ids).map((each) => ({ ...each, context: null, speaker: null, occurredAt: new Date(0) }) as IndexState),
      async markIndexed(given) {
        const same = given.filter(({ id, version, indexEpoch }) => {
          const present = table.get(id);
          return present?.version === version && present.indexEpoch === indexEpoch;
        });
        for (const each of found(same.map(({ id }) => id))) {
          if (each.tombstone) table.delete(each.id);
          else each.indexedVersion = each.version;
        }
        return { moved: given.filter((each) => !same.includes(each)).map(({ id }) => id) };
      },
      async markUnindexed(ids) {
        for (const each of found(ids)) Object.assign(each, { indexedVersion: 0, indexEpoch: each.indexEpoch + 1 });
      },
    };
  return { table, memories };
};

/** `late` is done by another process right before the last pass. */
const indexOf = (held: Map<string, number>, late: () => Promise<unknown>) => {
  const access = (points: () => Map<string, number>) => ({
    apply: async (_tenant: TenantId, given: readonly Point[]) => {
      for (const { id, version } of given) points().set(id, Math.max(version, points().get(id) ?? 0));
    },
    remove: async (_tenant: TenantId, ids: readonly string[]) => {
      for (const id of ids) points().delete(id);
    },
    scores: async (_tenant: TenantId, _question: unknown, ids: readonly string[]) =>
      new Map(ids.flatMap((id) => (points().has(id) ? [[id, { version: points().get(id) }] as const] : []))),
    scan: async () => [...points()].map(([id, version]) => ({ id, version })),
  });
  let used = held;
  let replaced = false;
  const beside = new Map<string, number>();
  const inUse = access(() => used);
  const index = {
    ...inUse,
    async scan() {
      if (replaced) await late();
      return inUse.scan();
    },
    rebuild: async () => ({
      ...access(() => beside),
      async replace() {
        used = beside;
        replaced = true;
      },
      abandon: async () => undefined,
    }),
  } as unknown as VectorIndex;
  return { index, points: () => used };
};

describe('a reindex', () => {
  it('loses no row that was written to the old index and marked after the change-over', async () => {
    const { table, memories } = tableOf([
      row('changed'),
      row('new', { version: 1, indexedVersion: 0 }),
      row('buried', { absent: true, tombstone: true }),
      row('archived', { absent: true }),
      row('settled', { indexedVersion: 2 }),
    ]);
    const read = await memories.indexStates([...table.keys()]);
    const indexed = read.map(({ id, version, indexEpoch }) => ({ id, version, indexEpoch, embeddingId: null }));
    const { index, points } = indexOf(new Map(), () => memories.markIndexed(indexed));
    const records = {
      forTenant: () => ({ memories }),
      tenants: async () => [tenant],
    } as unknown as Records;
    const reconciler = createReconciler({ records, index, clock, log });
    const onProgress = () => undefined;
    await reindex({ records, index, memoryVectors, lexicon: createLexicon(), reconciler, clock, onProgress });
    for (const { id, version, indexedVersion, absent } of table.values()) {
      if (indexedVersion === version) expect(points().get(id)).toBe(absent ? undefined : version);
    }
    expect([...points().keys()].filter((id) => !table.has(id))).toEqual([]);
    expect(table.get('changed')).toMatchObject({ indexedVersion: 0, indexEpoch: 1 });
  });

  describe('at a text that the embedder refuses', () => {
    const begin = (count: number, refuses: (memory: EmbeddedText, table: Map<string, Row>) => Error | null) => {
      const ids = Array.from({ length: count }, (_, place) => `row ${place}`);
      const { table, memories } = tableOf(ids.map((id) => row(id, { indexedVersion: 2, content: `Text of ${id}.` })));
      const { index, points } = indexOf(new Map(), async () => undefined);
      const steps: string[] = [];
      const outbox: Pick<OutboxRepository, 'enqueue'> = {
        enqueue: async (keys, at, dueAt) =>
          void steps.push(...keys.map(({ kind, ref }) => `${kind} ${ref} in ${dueAt.getTime() - at.getTime()}`)),
      };
      const records = { forTenant: () => ({ memories, outbox }), tenants: async () => [tenant] } as unknown as Records;
      const made = new Set<string>();
      let asked = 0;
      const refusing: MemoryVectors = {
        async of(_tenant, rows) {
          const waiting = rows.filter(({ content }) => !made.has(content)).map(({ id }) => id);
          return { vectors: rows.map(() => null), waiting };
        },
        async make(_tenant, rows) {
          asked += 1;
          for (const memory of rows) {
            const error = refuses(memory, table);
            if (error) throw error;
          }
          for (const { content } of rows) made.add(content);
        },
      };
      const done = reindex({
        ...{ records, index, memoryVectors: refusing, lexicon: createLexicon(), clock, onProgress: () => undefined },
        reconciler: createReconciler({ records, index, clock, log }),
        change: { model: { id: 'other', dimensions: 2 }, activate: async () => void steps.push('activate') },
      });
      return { done, points, made, steps, asked: () => asked };
    };
    const unprocessable = new Problem('unprocessable', 'Not this text.', { part: 'embedder' });

    it('goes on, names it, asks for it alone once, and leaves it a job for the embedder that is then in use', async () => {
      const { done, points, made, steps, asked } = begin(60, ({ id }) => (id === 'row 7' ? unprocessable : null));
      expect(await done).toEqual([{ tenant, id: 'row 7' }]);
      expect([points().size, made.size]).toEqual([60, 59]);
      expect(asked()).toBe(52);
      expect(steps).toEqual(['activate', 'embed row 7 in 0']);
    });

    /** Reworded while the last row gets its vector, and indexed by another process. */
    const rewordingTo = (content: string) =>
      begin(60, ({ id, content: asked }, table) => {
        const reworded = table.get('row 7');
        if (id === 'row 59' && reworded?.version === 2) {
          Object.assign(reworded, { version: 3, indexedVersion: 3, content });
        }
        return asked.startsWith('Text of row 7.') ? unprocessable : null;
      });

    it('asks for what it says instead, where it is reworded meanwhile', async () => {
      const { done, made, steps } = rewordingTo('Another text.');
      expect(await done).toEqual([]);
      expect(made).toContain('Another text.');
      expect(steps).toEqual(['activate']);
      const again = rewordingTo('Text of row 7. And more.');
      expect(await again.done).toEqual([{ tenant, id: 'row 7' }]);
      expect(again.steps).toEqual(['activate', 'embed row 7 in 0']);
    });

    it('ends where it refuses very many, and where it is away', async () => {
      const { done, points, steps } = begin(1200, () => unprocessable);
      await expect(done).rejects.toThrow('Not this text.');
      expect([points().size, steps]).toEqual([0, []]);
      const away = new Problem('dependency-unavailable', 'Away.', { part: 'embedder' });
      await expect(begin(3, () => away).done).rejects.toThrow('Away.');
      await expect(begin(3, () => new Error('The disk is full.')).done).rejects.toThrow('full');
    });
  });
});

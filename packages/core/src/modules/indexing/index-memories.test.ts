import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { JobKey } from '../../ports/job-queue.js';
import type { MemoryRepository, Records } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import type { JudgeMarks } from '../reading/judge-marks.js';
import { createIndexing } from './index-memories.js';
import { createLexicon } from './write-states.js';

const tenant = 'acme' as TenantId;
const warnings: object[] = [];
const told: string[] = [];
const log = {
  info: (_fields: object, message: string) => void told.push(message),
  warn: (fields: object) => void warnings.push(fields),
  error: () => undefined,
};

/** The id of a memory that is not there. */
const NOBODY = 'none';

/** One row, which is ordered again `moves` times while it is indexed. */
const stage = (
  moves: number,
  remove: () => Promise<unknown> = async () => undefined,
  judgeMarks: JudgeMarks = async () => [],
) => {
  const calls: string[] = [];
  let epoch = 0;
  const memories = {
    indexStates: async (ids: readonly string[]) =>
      ids.filter((id) => id !== NOBODY).map((id) => ({ id, version: 1, indexEpoch: epoch, absent: true })),
    async markIndexed(rows: Parameters<MemoryRepository['markIndexed']>[0]) {
      calls.push('mark');
      if (epoch < moves) epoch += 1;
      return { moved: rows.filter(({ indexEpoch }) => indexEpoch !== epoch).map(({ id }) => id) };
    },
  };
  const outbox = { enqueue: async ([{ kind, ref }]: [JobKey]) => void calls.push(`${kind} ${ref}`) };
  const indexing = createIndexing({
    records: { forTenant: () => ({ memories, outbox }) } as unknown as Records,
    index: {
      remove: () => {
        calls.push('write');
        return remove();
      },
    } as unknown as VectorIndex,
    embedder: { id: 'model' },
    memoryVectors: { of: async () => ({ vectors: [], waiting: [] }) },
    wakeUp: async () => true,
    clock: { now: () => new Date(0) },
    vocabulary: { noteChanges: async () => void calls.push('note') } as never,
    lexicon: createLexicon(),
    facts: { ofMemories: async () => new Map() },
    judgeMarks,
    log,
    wait: 50,
  });
  return { indexing, calls };
};

describe('indexing', () => {
  it('notes the change before the row counts as indexed, so that the index of every tenant is compared', async () => {
    const { indexing, calls } = stage(0);
    await indexing.sync(tenant, ['m0']);
    expect(calls).toEqual(['write', 'note', 'mark']);
  });

  it('leaves to a job what is not judged before the row counts as indexed, and does not have it judged for long', async () => {
    let most: number | undefined;
    const { indexing, calls } = stage(0, undefined, async (_tenant, _ids, { time }) => {
      most = time;
      return ['m0'];
    });
    await indexing.sync(tenant, ['m0']);
    expect(calls).toEqual(['write', 'note', 'embed m0', 'mark']);
    expect(most).toBe(2_000);
  });

  it('says of a write whether the index took it, and never fails or waits for long', async () => {
    expect(await stage(0).indexing.syncNow(tenant, ['m0'])).toBe(true);
    expect(await stage(0).indexing.syncNow(tenant, [])).toBe(true);
    const away = stage(0, () => Promise.reject(new Error('away')));
    expect(await away.indexing.syncNow(tenant, ['m0'])).toBe(false);
    // The write has enqueued the rest already, so nothing marks it.
    expect(away.calls).toEqual(['write']);
    const silent = stage(0, () => new Promise(() => undefined));
    expect(await silent.indexing.syncNow(tenant, ['m0'])).toBe(false);
  });

  it('is left to the outbox where a few of the tenant go on after their answers, until one of them ends', async () => {
    let end = () => {};
    const { indexing, calls } = stage(0, () => new Promise<void>((resolve) => (end = resolve)));
    const write = (of = tenant) => indexing.syncNow(of, ['m0']);
    for (let count = 0; count < 10; count += 1) expect(await write()).toBe(false);
    expect(calls).toEqual(Array(4).fill('write'));
    await write('globex' as TenantId);
    expect(calls).toHaveLength(5);
    await write();
    expect(calls).toHaveLength(5);
    end();
    await expect.poll(() => calls).toContain('mark');
  });

  it('that fails and is left to the outbox is told', async () => {
    const away = stage(0, () => Promise.reject(new Error('away')));
    expect(await away.indexing.trySync(tenant, ['m0', 'm1'])).toBe(false);
    expect(warnings.at(-1)).toEqual({ tenant, count: 2, error: 'away' });
    expect(await stage(0).indexing.trySync(tenant, ['m0'])).toBe(true);
  });

  it('that fails write after write for want of the index is told once, until a write is taken again', async () => {
    let isAway = true;
    const gone = () => (isAway ? Promise.reject(new Problem('dependency-unavailable', 'away')) : Promise.resolve());
    const { indexing } = stage(0, gone);
    warnings.length = 0;
    for (let write = 0; write < 5; write += 1) await indexing.trySync(tenant, ['m0']);
    expect(warnings).toHaveLength(1);
    isAway = false;
    expect(await indexing.trySync(tenant, ['m0'])).toBe(true);
    isAway = true;
    await indexing.trySync(tenant, ['m0']);
    expect(warnings).toHaveLength(2);
  });

  it('is not told as over by what had nothing to write, and once by what had', async () => {
    let isAway = true;
    const gone = () => (isAway ? Promise.reject(new Problem('dependency-unavailable', 'away')) : Promise.resolve());
    const { indexing } = stage(0, gone);
    warnings.length = 0;
    told.length = 0;
    for (let write = 0; write < 3; write += 1) {
      await indexing.trySync(tenant, ['m0']);
      await indexing.trySync(tenant, []);
      await indexing.trySync(tenant, [NOBODY]);
    }
    expect([warnings.length, told]).toEqual([1, []]);
    isAway = false;
    for (let write = 0; write < 3; write += 1) await indexing.sync(tenant, ['m0']);
    expect([warnings.length, told]).toEqual([1, ['what is written reaches the index again']]);
  });

  it('is done again for a row that was ordered again meanwhile, and noted once', async () => {
    const { indexing, calls } = stage(1);
    await indexing.sync(tenant, ['m0']);
    expect(calls).toEqual(['write', 'note', 'mark', 'write', 'mark']);
  });

  it('has vectors made for the newest first: of what is indexed later they are due before', async () => {
    const due: Date[] = [];
    const state = { id: 'm0', absent: false, content: 'Tea.', context: null, speaker: null, occurredAt: new Date(0) };
    const ofTenant = {
      memories: { indexStates: async () => [state] },
      outbox: { enqueue: async (_keys: unknown, _at: Date, dueAt: Date) => void due.push(dueAt) },
    };
    let minute = 0;
    const now = () => new Date(Date.UTC(2026, 0, 1, 0, minute));
    const indexing = createIndexing({
      records: { forTenant: () => ofTenant } as unknown as Records,
      index: { apply: async () => undefined } as unknown as VectorIndex,
      embedder: { id: 'model' },
      memoryVectors: { of: async (_tenant, rows) => ({ vectors: [], waiting: rows.map(({ id }) => id) }) },
      wakeUp: async () => true,
      clock: { now },
      vocabulary: {} as never,
      lexicon: createLexicon(),
      facts: { ofMemories: async () => new Map() },
      judgeMarks: async () => [],
      log,
      wait: 50,
    });
    await indexing.rewrite(tenant, ['m0']);
    minute = 1;
    await indexing.rewrite(tenant, ['m0']);
    expect(due[1]?.getTime()).toBeLessThan(due[0]?.getTime() ?? 0);
    expect(due[0]?.getTime()).toBeLessThan(now().getTime());
  });
});

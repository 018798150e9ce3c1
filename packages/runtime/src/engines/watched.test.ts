import type { JobHandler, JobKey, JobQueue } from '@hippocamp/core/ports/job-queue';
import type { Records } from '@hippocamp/core/ports/records';
import type { VectorIndex } from '@hippocamp/core/ports/vector-index';
import { quietLog, tenantNamed } from '@hippocamp/core/testing/builders';
import { Problem } from '@hippocamp/shared/problems';
import { describe, expect, it, vi } from 'vitest';
import { createEngineWatch, watchedIndex, watchedQueue, watchedRecords } from './engine-watch.js';

const outage = () => new Problem('dependency-unavailable', 'It does not answer.');
const tenant = tenantNamed('acme');

const stage = (engine: 'records' | 'index' | 'queue') => {
  const onCall = vi.fn();
  const ping = async () => {
    throw outage();
  };
  return { onCall, watch: createEngineWatch({ engine, ping, refusal: outage, log: quietLog, onCall }) };
};

describe('watched records', () => {
  const get = vi.fn(async (id: string) => `memory ${id}`);
  const records = {
    kind: 'postgres',
    ping: async () => undefined,
    outbox: { due: async () => ['job'] },
    forTenant: (name: string) => ({
      memories: { get },
      transaction: (work: (repositories: object) => Promise<unknown>) => work({ memories: { get }, name }),
    }),
  } as unknown as Records;

  it('are the same while they are up, and a transaction is one call', async () => {
    const { watch, onCall } = stage('records');
    const own = watchedRecords(records, watch).forTenant(tenant);
    const found = await own.transaction(async ({ memories }) => [await memories.get('1'), await memories.get('2')]);
    expect(found).toEqual(['memory 1', 'memory 2']);
    expect(onCall).toHaveBeenCalledExactlyOnceWith('records', expect.any(Number));
    expect(watchedRecords(records, watch).kind).toBe('postgres');
  });

  it('are asked for with all that is said of whom they are for', () => {
    const forTenant = vi.fn(records.forTenant);
    const origin = { requestId: 'a request' };
    watchedRecords({ ...records, forTenant }, stage('records').watch).forTenant(tenant, origin);
    expect(forTenant).toHaveBeenCalledWith(tenant, origin);
  });

  it('are not asked while they are lost, in any of their parts', async () => {
    const { watch, onCall } = stage('records');
    const watched = watchedRecords(records, watch);
    watch.lost('gone');
    get.mockClear();
    const own = watched.forTenant(tenant);
    for (const call of [
      () => own.memories.get('1'),
      () => own.transaction(async ({ memories }) => memories.get('1')),
      () => watched.outbox.due('index', new Date(0), 1),
      () => watched.ping(),
    ]) {
      await expect(call()).rejects.toMatchObject({ problem: 'dependency-unavailable' });
    }
    expect([get.mock.calls, onCall.mock.calls]).toEqual([[], []]);
    watch.stop();
  });
});

describe('a watched index', () => {
  it('is lost as soon as it cannot be made ready, and is made ready while it is lost', async () => {
    const { watch } = stage('index');
    const ensure = vi.fn<VectorIndex['ensure']>().mockRejectedValueOnce(outage()).mockResolvedValue({ fresh: false });
    const index = watchedIndex({ ensure, count: async () => 1 } as unknown as VectorIndex, watch);
    await expect(index.ensure({ id: 'm', dimensions: 4 })).rejects.toThrow();
    await expect(index.count(tenant)).rejects.toMatchObject({ problem: 'dependency-unavailable' });
    await index.ensure({ id: 'm', dimensions: 4 });
    expect(await index.count(tenant)).toBe(1);
  });
});

describe('a watched queue', () => {
  const job: JobKey = { tenant, kind: 'index', ref: 'a' };

  const queueOf = (failure: unknown) => {
    const { watch } = stage('queue');
    const records = stage('records').watch;
    let handle: JobHandler = async () => undefined;
    const queue = {
      work: (_kind: string, handler: JobHandler) => {
        handle = handler;
      },
    } as unknown as JobQueue;
    watchedQueue(queue, watch, [records]).work('index', () => Promise.reject(failure), { concurrency: 1 });
    return { records, deliver: () => handle(job) };
  };

  it('says nothing of work that stopped for want of an engine that is known to be lost', async () => {
    const { records, deliver } = queueOf(outage());
    await expect(deliver()).rejects.toThrow();
    records.lost('gone');
    await expect(deliver()).resolves.toBeUndefined();
    records.stop();
  });

  it('passes on every other failure', async () => {
    const { records, deliver } = queueOf(new Error('own'));
    records.lost('gone');
    await expect(deliver()).rejects.toThrow('own');
    records.stop();
  });
});

import type { TenantId } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { JobKey } from '../../ports/job-queue.js';
import type { Records } from '../../ports/records.js';
import { minutesAfter, NOON } from '../../testing/builders.js';
import { createIndexTask } from './index-memories.js';

const job: JobKey = { tenant: 'acme' as TenantId, kind: 'index', ref: 'first' };
const lease = { token: 'token', now: NOON, until: minutesAfter(1) };

const setUp = (backlog: string[] = ['second', 'gone']) => {
  const synced: (readonly string[])[] = [];
  const done: string[] = [];
  const released: JobKey[] = [];
  const rests: number[] = [];
  let passed = 0;
  const own = {
    outbox: {
      leaseMore: async () => backlog,
      done: async ({ ref }: { ref: string }) => void done.push(ref),
    },
    memories: { indexStates: async (ids: string[]) => ids.filter((id) => id !== 'gone').map((id) => ({ id })) },
  };
  const outbox = { release: async (given: JobKey) => void released.push(given) };
  const task = createIndexTask({
    records: { forTenant: () => own, outbox } as unknown as Records,
    indexing: {
      sync: async (_tenant, refs) => {
        synced.push(refs);
        passed += 400;
      },
      rewrite: async () => undefined,
      trySync: async () => true,
      syncNow: async () => true,
      vectorsFollow: () => true,
      embeddingIdOf: () => '',
    },
    clock: { now: () => new Date(NOON.getTime() + passed) },
    concurrency: 1,
    rest: async (milliseconds) => void rests.push(milliseconds),
  });
  return { task, synced, done, released, rests };
};

describe('the index task', () => {
  it('takes its neighbours along, and gives back what is still leased in the end', async () => {
    const { task, synced, done, released } = setUp();
    await task.run(job, lease, 1);
    expect(synced).toEqual([['first', 'second', 'gone']]);
    expect(done).toEqual(['gone']);
    expect(released).toEqual([job]);
  });

  it('rests after a whole batch, which tells of a backlog, as long as that took, and after no other', async () => {
    const backlog = Array.from({ length: 99 }, (_ref, number) => `${number}`);
    const filling = setUp(backlog);
    await filling.task.run(job, lease, 1);
    expect(filling.rests).toEqual([400]);
    const few = setUp();
    await few.task.run(job, lease, 1);
    expect(few.rests).toEqual([]);
  });

  it('goes alone once it has failed', async () => {
    const { task, synced } = setUp();
    await task.run(job, lease, 2);
    expect(synced).toEqual([['first']]);
  });
});

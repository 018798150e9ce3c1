import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { JobKey } from '../../ports/job-queue.js';
import type { Records } from '../../ports/records.js';
import { minutesAfter, NOON } from '../../testing/builders.js';
import { createEmbedNow, createEmbedTask } from './embed-task.js';

const job: JobKey = { tenant: 'acme' as TenantId, kind: 'embed', ref: 'first' };
const lease = { token: 'token', now: NOON, until: minutesAfter(1) };

const stage = (
  canAsk: boolean,
  make: (ids: readonly string[]) => Promise<void> = async () => undefined,
  left: string[] = [],
  absent: string[] = ['second', 'gone'],
) => {
  const said: string[] = [];
  const own = {
    outbox: {
      leaseMore: async () => ['second', 'gone'],
      done: async ({ ref }: { ref: string }) => void said.push(`done ${ref}`),
      fail: async ({ ref }: { ref: string }, _lease: unknown, { error, dead }: { error: string; dead: boolean }) => {
        said.push(`failed ${ref}: ${error}, ${dead ? 'dead' : 'alive'}`);
        return false;
      },
    },
    memories: {
      indexStates: async (ids: readonly string[]) => ids.map((id) => ({ id, absent: absent.includes(id) })),
    },
  };
  const outbox = {
    release: async (_job: JobKey, _lease: unknown, at: Date) => void said.push(`again ${at.toISOString()}`),
  };
  const records = { forTenant: () => own, outbox } as unknown as Records;
  const embedNow = createEmbedNow({
    records,
    memoryVectors: {
      make: async (_tenant, memories) => {
        await make(memories.map(({ id }) => id));
        said.push(`make ${memories.map(({ id }) => id).join()}`);
      },
    },
    indexing: { rewrite: async (_tenant, ids) => void said.push(`write ${ids.join()}`) },
  });
  const task = createEmbedTask({
    records,
    embedNow,
    judgeMarks: async (_tenant, ids, { longAlone, time }) => {
      said.push(`judge ${ids.join()}${longAlone ? '' : ', the shorter ones'}${time ? '' : ', however long it takes'}`);
      return left;
    },
    canAsk: () => canAsk,
    clock: { now: () => NOON },
    concurrency: 1,
  });
  return { task, said };
};

describe('the embed task', () => {
  it('gives back what is left to be judged after it has taken off the rest: one lease has them all', async () => {
    const { task, said } = stage(true, undefined, ['first']);
    await task.run(job, lease, 1);
    expect(said.slice(3)).toEqual(['done second', 'done gone', `again ${NOON.toISOString()}`]);
  });

  it('looks again later where the judge read none, so that it does not ask one that fails without a pause', async () => {
    const { task, said } = stage(true, undefined, ['first', 'second', 'gone']);
    await task.run(job, lease, 1);
    expect(said.slice(3)).toEqual([`again ${minutesAfter(1).toISOString()}`]);
  });

  it('makes the vectors of a few that are there, writes them to the index, and only then takes the keys off', async () => {
    const { task, said } = stage(true);
    await task.run(job, lease, 1);
    expect(said).toEqual([
      'make first',
      'write first,second,gone',
      'judge first,second,gone',
      'done first',
      'done second',
      'done gone',
    ]);
  });

  it('tries one that failed alone, and leaves it where it fails again', async () => {
    const { task, said } = stage(true, async () => {
      throw new Error('away');
    });
    await expect(task.run(job, lease, 2)).rejects.toThrow('away');
    expect(said).toEqual([]);
  });

  it('leaves to others what this process cannot ask', async () => {
    const { task, said } = stage(false);
    await task.run(job, lease, 1);
    expect(said).toEqual([`again ${minutesAfter(1).toISOString()}`]);
  });

  describe('where the model fails at a text', () => {
    const failsAt = (...bad: string[]) => {
      const make = async (ids: readonly string[]) => {
        if (ids.some((id) => bad.includes(id))) throw new Error('not this text');
      };
      return stage(true, make, [], []);
    };

    it('of a neighbour, counts that against it alone: the others get their vectors', async () => {
      const { task, said } = failsAt('second');
      await task.run(job, lease, 1);
      expect(said.filter((line) => !line.startsWith('write'))).toEqual([
        'make first',
        'make gone',
        'failed second: not this text, alive',
        'judge first,gone',
        'done first',
        'done gone',
      ]);
    });

    it('of its own, fails once its neighbours are done', async () => {
      const { task, said } = failsAt('first');
      await expect(task.run(job, lease, 1)).rejects.toThrow('not this text');
      expect(said.filter((line) => line.startsWith('done'))).toEqual(['done second', 'done gone']);
    });

    it('does not answer at all, counts nothing and asks once', async () => {
      let asked = 0;
      const away = async () => {
        asked += 1;
        throw new Problem('dependency-unavailable', 'away');
      };
      const { task, said } = stage(true, away, [], []);
      await expect(task.run(job, lease, 1)).rejects.toThrow('away');
      expect([asked, said]).toEqual([1, []]);
    });
  });
});

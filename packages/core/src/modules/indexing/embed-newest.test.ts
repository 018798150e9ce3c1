import type { TenantId } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { Judge } from '../../ports/judge.js';
import type { Lease, Records } from '../../ports/records.js';
import { minutesAfter, NOON } from '../../testing/builders.js';
import { createEmbedNewest, FEW } from './embed-task.js';

const tenant = 'acme' as TenantId;

const stage = (refs: readonly string[], embedNow = async () => undefined as undefined, judge: Judge | null = null) => {
  const said: string[] = [];
  const outbox = {
    leaseMore: async (kind: string, { until }: Lease, limit: number) => {
      said.push(`lease ${limit} ${kind} until ${until.toISOString()}`);
      return refs;
    },
    done: async ({ ref }: { ref: string }) => void said.push(`done ${ref}`),
    enqueue: async (jobs: readonly { kind: string; ref: string }[]) =>
      void said.push(...jobs.map(({ kind, ref }) => `enqueue ${kind} ${ref}`)),
  };
  const release = async ({ ref }: { ref: string }) => void said.push(`release ${ref}`);
  const embedNewest = createEmbedNewest({
    records: { forTenant: () => ({ outbox }), outbox: { release } } as unknown as Records,
    embedNow: async (_tenant, ids) => {
      await embedNow();
      said.push(`embed ${ids.join()}`);
    },
    judge,
    clock: { now: () => NOON },
    lease: 60_000,
  });
  return { embedNewest, said };
};

const LEASED = `lease ${FEW} embed until ${minutesAfter(1).toISOString()}`;

describe('embedding the newest', () => {
  it('takes a few jobs as a worker does, and ends them once their vectors stand in the index', async () => {
    const { embedNewest, said } = stage(['new', 'old']);
    await embedNewest(tenant);
    expect(said).toEqual([LEASED, 'embed new,old', 'done new', 'done old']);
  });

  it('leaves it to a worker to have them judged before it ends them, so that a crash in between loses none', async () => {
    const { embedNewest, said } = stage(['new'], undefined, { id: 'judge', judge: async () => undefined });
    await embedNewest(tenant);
    expect(said).toEqual([LEASED, 'embed new', 'enqueue index new', 'done new']);
  });

  it('does nothing where others are at them already', async () => {
    const { embedNewest, said } = stage([]);
    await embedNewest(tenant);
    expect(said).toEqual([LEASED]);
  });

  it('gives them back where the model fails', async () => {
    const { embedNewest, said } = stage(['new', 'old'], () => Promise.reject(new Error('away')));
    await expect(embedNewest(tenant)).rejects.toThrow('away');
    expect(said).toEqual([LEASED, 'release new']);
  });

  it('is done once for all who ask meanwhile', async () => {
    const { embedNewest, said } = stage(['new']);
    await Promise.all([embedNewest(tenant), embedNewest(tenant)]);
    expect(said).toEqual([LEASED, 'embed new', 'done new']);
    await embedNewest(tenant);
    expect(said).toHaveLength(6);
  });
});

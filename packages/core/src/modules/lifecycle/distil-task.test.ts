import { nothingRead } from '@hippocamp/shared/language/reading';
import { describe, expect, it } from 'vitest';
import type { JobKey } from '../../ports/job-queue.js';
import type { Records } from '../../ports/records.js';
import { minutesAfter, NOON, newMemory, recordOf, tenantNamed } from '../../testing/builders.js';
import { NotYet } from '../outbox/failures.js';
import { createDistilTask } from './distil-task.js';

const job: JobKey = { tenant: tenantNamed('acme'), kind: 'distil', ref: 'distilled' };
const lease = { token: 'token', now: NOON, until: minutesAfter(1) };
const source = recordOf(newMemory('source', { content: 'Mara sails.' }));
const distilled = { ...recordOf(newMemory('distilled', { content: 'Mara sails.' })), sourceIds: ['source'] };

/** The source changes while it is distilled, so many times. */
const changing = async (times: number) => {
  const steps: string[] = [];
  let version = 1;
  const own = {
    lifecycle: {
      distilled: async () => [distilled],
      sourceVersions: async () => [{ id: 'source', version }],
      async sources() {
        const read = { ...source, version };
        steps.push('read');
        if (version <= times) version += 1;
        return [read];
      },
    },
    memories: { owners: async () => [null], update: async () => null },
    lockOwner: async () => undefined,
    history: { add: async () => undefined },
    outbox: { holds: async () => true, done: async () => void steps.push('done') },
    transaction: async <Result>(work: (repositories: unknown) => Promise<Result>) => work(own),
  };
  const task = createDistilTask({
    records: { forTenant: () => own } as unknown as Records,
    facts: { readToKeep: async () => [{ ...nothingRead, by: 'test' }] },
    language: { sentencesOf: async (_tenant: unknown, texts: readonly string[]) => texts.map((text) => [text]) },
    indexing: { syncNow: async () => void steps.push('indexed') },
    distiller: null,
    clock: { now: () => NOON },
  } as unknown as Parameters<typeof createDistilTask>[0]);
  const error = await task.run(job, lease, 1).catch((thrown: unknown) => thrown);
  return { steps, error };
};

describe('making a distilled memory again', () => {
  it('begins again where a source changes meanwhile', async () => {
    const { steps, error } = await changing(2);
    expect([steps, error]).toEqual([['read', 'read', 'read', 'done', 'indexed'], undefined]);
  });

  it('gives its place back where sources keep changing, and is tried again', async () => {
    const { steps, error } = await changing(20);
    expect(steps).toEqual(['read', 'read', 'read']);
    expect(error).toBeInstanceOf(NotYet);
  });
});

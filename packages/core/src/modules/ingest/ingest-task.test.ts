import type { TenantId } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { JobKey } from '../../ports/job-queue.js';
import type { IngestRepository, IngestState, Records } from '../../ports/records.js';
import { minutesAfter, NOON } from '../../testing/builders.js';
import { createIngestTask, type IngestTaskDependencies } from './ingest-task.js';

const job: JobKey = { tenant: 'acme' as TenantId, kind: 'ingest', ref: 'a trace' };
const versions = { extractor: 'test', prompt: 'none', reading: 'test' };
const lease = { token: 'token', now: NOON, until: minutesAfter(1) };

const doneWith = async (state: IngestState | null) => {
  const steps: string[] = [];
  const ingest = state && { traceId: job.ref, state, request: {}, content: 'I live in Rome.' };
  const own = {
    ingests: {
      get: async () => ingest,
      reopen: async () => void steps.push('reopened'),
    },
    outbox: { done: async () => void steps.push('taken off') },
  };
  const extract = async () => {
    steps.push('worked');
    throw new Error('far enough');
  };
  const task = createIngestTask({
    records: { forTenant: () => own } as unknown as Records,
    language: { versions },
    extractor: { extract },
    clock: { now: () => NOON },
    concurrency: 1,
  } as unknown as IngestTaskDependencies);
  await task.run(job, lease, 1).catch(() => undefined);
  return steps;
};

describe('the ingest task', () => {
  it('fails where the text was removed, and says so', async () => {
    const ingest = { traceId: job.ref, state: 'processing', request: {}, artifactId: 'an artifact', content: null };
    const own = { ingests: { get: async () => ingest }, artifacts: { get: async () => null } };
    const task = createIngestTask({
      records: { forTenant: () => own } as unknown as Records,
      language: { versions },
    } as unknown as IngestTaskDependencies);
    await expect(task.run(job, lease, 1)).rejects.toThrow('text');
  });

  it('takes a key off without work only where nothing is left to do', async () => {
    expect(await doneWith(null)).toEqual(['taken off']);
    expect(await doneWith('done')).toEqual(['taken off']);
    expect(await doneWith('processing')).toEqual(['worked']);
  });

  it('waits for the ingest before it in its session', async () => {
    const request = { sessionId: 'a talk' };
    const ingest = { traceId: job.ref, state: 'processing', request, content: 'I live in Rome.', createdAt: NOON };
    const before = [{ state: 'processing', createdAt: NOON, finishedAt: null }];
    const own = { ingests: { get: async () => ingest, stepsBefore: async () => before } };
    const task = createIngestTask({
      records: { forTenant: () => own } as unknown as Records,
      language: { versions },
      clock: { now: () => minutesAfter(0) },
    } as unknown as IngestTaskDependencies);
    await expect(task.run(job, lease, 1)).rejects.toMatchObject({ name: 'NotYet', milliseconds: 5_000 });
  });

  it('leaves a text to whoever has taken its job over', async () => {
    const holders: unknown[] = [];
    const own = {
      ingests: {
        get: async () => ({ traceId: job.ref, state: 'processing', request: { source: 'note' }, content: 'Yes.' }),
        async saveCandidates(...[id, , , , holder]: Parameters<IngestRepository['saveCandidates']>) {
          holders.push({ id, ...holder });
          return false;
        },
      },
    };
    const task = createIngestTask({
      records: { forTenant: () => own } as unknown as Records,
      language: { versions, resolveDates: async () => [] },
      extractor: { extract: async () => ({ extractions: [], warnings: [], by: versions, verdicts: [] }) },
      clock: { now: () => NOON },
    } as unknown as IngestTaskDependencies);
    await expect(task.run(job, lease, 1)).rejects.toMatchObject({ name: 'NotYet', milliseconds: 0 });
    expect(holders).toEqual([{ id: job.ref, kind: job.kind, token: lease.token }]);
  });

  it('reads a text with what was said before it, and keeps where that stands', async () => {
    const unkept = [{ turn: 0, role: 'user', name: null, content: 'Between us.' }];
    const turns = [{ start: 0, end: 4, role: 'user', name: null, at: null }];
    const request = { sessionId: 'a talk', source: 'chat', warnings: [], turns, unkept };
    const ingest = { traceId: job.ref, state: 'processing', request, content: 'Yes.', createdAt: NOON };
    const [given, saved]: [unknown[], unknown[]] = [[], []];
    const own = {
      ingests: {
        get: async () => ingest,
        stepsBefore: async () => [{ state: 'processing', createdAt: minutesAfter(-1), finishedAt: null }],
        textsBefore: async () => [{ artifactId: 'asked', content: 'Tea?', request: {} }],
        async saveCandidates(_id: string, _found: unknown, _at: Date, read: unknown) {
          saved.push(read);
          throw new Error('far enough');
        },
      },
    };
    const extract = async (_tenant: unknown, text: unknown) => {
      given.push(text);
      return { extractions: [], warnings: [], by: { extractor: 'test', prompt: 'none' } };
    };
    const task = createIngestTask({
      records: { forTenant: () => own } as unknown as Records,
      language: { versions, resolveDates: async () => [] },
      extractor: { extract },
      clock: { now: () => NOON },
    } as unknown as IngestTaskDependencies);
    await expect(task.run(job, lease, 1)).rejects.toThrow('far enough');
    expect(given).toMatchObject([
      {
        before: [{ role: 'user', name: null, content: 'Tea?' }],
        turns: [{ unkept: [{ content: 'Between us.' }] }],
      },
    ]);
    expect(saved).toMatchObject([
      { before: [{ artifactId: 'asked', start: 0, end: 4 }], warnings: [{ code: 'session_order' }] },
    ]);
  });

  it('works what has failed again where its key is on the work list', async () => {
    expect(await doneWith('failed')).toEqual(['reopened', 'worked']);
  });
});

import { describe, expect, it } from 'vitest';
import type { JobKey, JobQueue } from '../../ports/job-queue.js';
import type { Records, TenantRecords } from '../../ports/records.js';
import { NOON, newIngest, sequentialIds, tenantNamed } from '../../testing/builders.js';
import { createIngestService } from './ingest-service.js';

const caller = { tenant: tenantNamed('a'), scopes: new Set<never>(), requestId: 'r' };
const request = { content: 'I live in Lisbon.', source: 'note' as const, autoStore: true, debug: false, metadata: {} };

const row = { traceId: 'trace', request: { warnings: [] }, result: null, error: null };

const serviceOver = (ingests: object, queue: object, leaving?: AbortSignal) => {
  const own = { ingests } as unknown as TenantRecords;
  return createIngestService({
    records: { forTenant: () => own } as unknown as Records,
    queue: queue as JobQueue,
    runOnce: async (records, _key, { effect, finish }) => ({
      result: await finish(await effect(records), async () => undefined),
      replayed: false,
    }),
    language: { redact: async (_tenant, text) => ({ text, removed: [] }) },
    redactsSecrets: true,
    clock: { now: () => NOON },
    ids: sequentialIds(),
    readBy: 'test',
    llmExtraction: null,
    wait: 1000,
    ...(leaving && { leaving }),
  });
};

/** What a wait looks at of a row. */
const standingOf = (row: object | null) => {
  if (row === null) return null;
  const { state, request } = row as { state: string; request?: { model?: { state: string } } };
  return { state, model: request?.model?.state ?? null };
};

const serviceWith = (status: object | null, finished: JobQueue['finished'], leaving?: AbortSignal) =>
  serviceOver(
    { accept: async () => undefined, status: async () => status, standing: async () => standingOf(status) },
    { enqueue: async () => undefined, finished },
    leaving,
  );

/** The row is gone when the worker is done. */
const erased = () => serviceWith(null, async () => true);

/** The model stays due for this many looks. */
const dueFor = (looks: number) => {
  let left = looks;
  const waits: string[] = [];
  const model = () => ({ state: left-- > 0 ? 'due' : 'done', added: 0 });
  const done = newIngest('trace', { state: 'done', result: {} });
  let now: object = { ...done, request: { warnings: [], model: { state: 'due', added: 0 } } };
  const standing = async () => {
    now = { ...done, request: { warnings: [], model: model() } };
    return standingOf(now);
  };
  const status = async () => now;
  const queue = {
    enqueue: async () => undefined,
    finished: async ({ kind }: JobKey, milliseconds: number) => waits.push(`${kind} ${milliseconds}`) > 0,
  };
  return { waits, service: serviceOver({ accept: async () => undefined, status, standing }, queue) };
};

describe('an ingest that a language model reads behind', () => {
  const stateOf = async (looks: number, waitFor: number | undefined) => {
    const { service, waits } = dueFor(looks);
    const { result } = await service.ingest(caller, request, { respondAsync: false, waitFor });
    return [result.model?.state, ...waits];
  };

  it('is waited for where the caller says so, and no longer than any is', async () => {
    expect(await stateOf(1, undefined)).toEqual(['due', 'ingest 1000']);
    expect(await stateOf(2, 300)).toEqual(['done', 'ingest 300', 'model 300', 'model 300']);
    expect(await stateOf(1, 60_000)).toEqual(['done', 'ingest 1000', 'model 1000']);
    expect(await stateOf(3, 0)).toEqual(['due', 'ingest 0', 'model 0']);
  });
});

it('is answered as what it is where it was given up: it is kept, and a repeat would keep it twice', async () => {
  const service = serviceWith({ ...row, state: 'failed', error: 'It takes too long.' }, async () => true);
  const { result } = await service.ingest(caller, request, { respondAsync: false });
  expect(result).toMatchObject({ success: false, status: 'failed', error: 'It takes too long.' });
});

it('is read once it has ended, and not at each look before', async () => {
  let looks = 0;
  let reads = 0;
  const row = () => newIngest('trace', { state: looks + reads < 5 ? 'processing' : 'done', result: {} });
  const ingests = {
    accept: async () => undefined,
    standing: async () => {
      looks += 1;
      return standingOf(row());
    },
    status: async () => {
      reads += 1;
      return row();
    },
  };
  const service = serviceOver(ingests, { enqueue: async () => undefined, finished: async () => true });
  await service.ingest(caller, request, { respondAsync: false });
  expect([looks, reads]).toEqual([5, 1]);
});

it('is answered as under way to who waits when the process is about to go, and to who comes then', async () => {
  const leaving = new AbortController();
  const never = () => new Promise<boolean>(() => undefined);
  const service = serviceWith({ ...row, state: 'processing' }, never, leaving.signal);
  const waiting = service.ingest(caller, request, { respondAsync: false });
  leaving.abort();
  for (const told of [waiting, service.ingest(caller, request, { respondAsync: false })])
    expect((await told).result).toMatchObject({ success: true, status: 'processing' });
});

describe('an ingest that was erased while it was worked on', () => {
  it('tells who waits for it what happened', async () => {
    const told = erased().ingest(caller, request, { respondAsync: false });
    await expect(told).rejects.toMatchObject({ problem: 'conflict', detail: expect.stringContaining('was erased') });
  });

  it('is unknown to who asks later', async () => {
    await expect(erased().get(caller, caller.requestId)).rejects.toMatchObject({ problem: 'not-found' });
  });
});

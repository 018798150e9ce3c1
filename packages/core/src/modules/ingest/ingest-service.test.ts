import { describe, expect, it } from 'vitest';
import type { JobQueue } from '../../ports/job-queue.js';
import type { Records, TenantRecords } from '../../ports/records.js';
import { NOON, sequentialIds, tenantNamed } from '../../testing/builders.js';
import { createIngestService } from './ingest-service.js';

const caller = { tenant: tenantNamed('a'), scopes: new Set<never>(), requestId: 'r' };
const request = { content: 'I live in Lisbon.', source: 'note' as const, autoStore: true, debug: false, metadata: {} };

/** An ingest whose row is gone when its worker is done. */
const erased = () => {
  const own = { ingests: { accept: async () => undefined, status: async () => null } } as unknown as TenantRecords;
  const queue = { ring: async () => undefined, finished: async () => true } as unknown as JobQueue;
  return createIngestService({
    records: { forTenant: () => own } as unknown as Records,
    queue,
    runOnce: async (records, _key, { effect, finish }) => ({
      result: await finish(await effect(records), async () => undefined),
      replayed: false,
    }),
    language: { redact: async (_tenant, text) => ({ text, removed: [] }) },
    redactsSecrets: true,
    clock: { now: () => NOON },
    ids: sequentialIds(),
    readBy: 'test',
    wait: 1000,
  });
};

describe('an ingest that was erased while it was worked on', () => {
  it('tells who waits for it what happened', async () => {
    const told = erased().ingest(caller, request, { respondAsync: false });
    await expect(told).rejects.toMatchObject({ problem: 'conflict', detail: expect.stringContaining('was erased') });
  });

  it('is unknown to who asks later', async () => {
    await expect(erased().get(caller, caller.requestId)).rejects.toMatchObject({ problem: 'not-found' });
  });
});

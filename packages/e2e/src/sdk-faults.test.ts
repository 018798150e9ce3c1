import { randomUUID } from 'node:crypto';
import { createHippocamp, type Hippocamp, HippocampProblem, platform, TimedOut } from '@hippocamp/sdk';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type ServiceFault, type ServiceProxy, startServiceProxy } from './faults/service-proxy.js';

/** Faults between the client and the service: nothing is lost or stored twice. `sdk-restart.test.ts` has a restart. */

let proxy: ServiceProxy;
let memory: Hippocamp;
beforeEach(async () => {
  proxy = await startServiceProxy(inject('gatewayUrl'));
  const options = { baseUrl: proxy.url, tenant: `t-${randomUUID()}`, timeoutMs: 10_000 };
  memory = createHippocamp(options, { ...platform, random: () => 0 });
});
afterEach(() => proxy.close());

const contentsOf = async (of: Hippocamp): Promise<string[]> => {
  const contents: string[] = [];
  for await (const { content } of of.memories.iterate({ limit: 100 })) contents.push(content);
  return contents.sort();
};

const home = { tier: 'semantic', content: 'Ann lives in Turku.' } as const;
const lines = ['{"kind":"header","format":"hippocamp-export-1"}', '{"kind":"end"}'];

const writes: [name: string, write: (client: Hippocamp) => Promise<unknown>][] = [
  ['a create', (client) => client.memories.create(home)],
  ['a batch', (client) => client.memories.createMany({ memories: [home] })],
  ['an ingest', (client) => client.ingest({ content: home.content, source: 'note' })],
  ['an ingest that is waited for', (client) => client.ingestAndWait({ content: home.content, source: 'note' })],
];

const passing: [name: string, faults: ServiceFault[]][] = [
  ['429', [{ kind: 'problem', name: 'too-many-requests', retryAfter: 0 }]],
  ['503', [{ kind: 'problem', name: 'dependency-unavailable', retryAfter: 0 }]],
  ['503 with an outcome that is not known', [{ kind: 'problem', name: 'outcome-unknown', retryAfter: 0 }]],
  ['409 of a key that is in use', [{ kind: 'problem', name: 'idempotency-key-in-use', retryAfter: 0 }]],
  ['an answer that is lost', [{ kind: 'drop answer' }]],
  [
    'two answers that are lost, and 429',
    [{ kind: 'drop answer' }, { kind: 'drop answer' }, { kind: 'problem', name: 'too-many-requests' }],
  ],
];

describe.each(passing)('%s', (_name, faults) => {
  it.each(writes)('costs %s nothing: it is done once', async (_write, write) => {
    proxy.faults.push(...faults);
    await write(memory);
    expect(await contentsOf(memory)).toEqual([home.content]);
    const tries = proxy.seen.slice(0, faults.length + 1);
    expect(new Set(tries.map(({ key, request }) => `${request} ${key}`)).size).toBe(1);
    expect(tries[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('a time that runs out', () => {
  it.each([true, false])('is another try with the same key, done or not: %s', async (isDone) => {
    proxy.faults.push({ kind: 'hang', isDone });
    const created = await memory.memories.create(home, { timeoutMs: 1500 });
    expect(await memory.memories.get(created.id)).toMatchObject(home);
    expect(await contentsOf(memory)).toEqual([home.content]);
    expect(proxy.seen[0]).toEqual(proxy.seen[1]);
  });

  it('is told where no try is left', async () => {
    proxy.faults.push({ kind: 'hang', isDone: false });
    const asked = memory.memories.query({ text: 'home' }, { timeoutMs: 100, retries: 0 });
    await expect(asked).rejects.toBeInstanceOf(TimedOut);
  });
});

describe('a refusal', () => {
  it.each([
    ['unauthorized', 401],
    ['forbidden', 403],
    ['conflict', 409],
    ['unprocessable', 422],
  ] as const)('%s (%i) comes to the caller at once', async (name, status) => {
    proxy.faults.push({ kind: 'problem', name });
    const error = await memory.memories.create(home).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(HippocampProblem);
    expect(error).toMatchObject({ problem: name, status, place: { operation: 'createMemory', attempts: 1 } });
    expect(await contentsOf(memory)).toEqual([]);
  });

  it('that the service makes is the same', async () => {
    const relation = { type: 'knows', fromType: 'entity', toType: 'entity' } as const;
    const lost = memory.relations.create({ ...relation, fromId: randomUUID(), toId: randomUUID() });
    await expect(lost).rejects.toMatchObject({ name: 'Unprocessable', status: 422 });
    const nobody = createHippocamp({ baseUrl: proxy.url }).memories.stats();
    await expect(nobody).rejects.toMatchObject({ name: 'ValidationFailed', errors: [{ path: 'header.x-tenant-id' }] });
  });

  it('is passed on as it is where the service has what was asked for', async () => {
    proxy.faults.push({ kind: 'problem', name: 'method-not-allowed' });
    await expect(memory.memories.stats()).rejects.toMatchObject({ name: 'MethodNotAllowed' });
    expect(proxy.seen.map(({ request }) => request)).toEqual(['GET /memories/stats', 'GET /openapi.json']);
  });
});

describe('what is no write of a memory', () => {
  it('a change is not repeated where it may have been done, and a delete is', async () => {
    const { id, version } = await memory.memories.create(home);
    proxy.faults.push({ kind: 'drop answer' });
    const changed = memory.memories.update(id, { content: 'Ann lives in Oulu.' }, { ifMatch: version });
    await expect(changed).rejects.toMatchObject({ name: 'ConnectionFailed', place: { attempts: 1 } });
    expect(await memory.memories.get(id)).toMatchObject({ content: 'Ann lives in Oulu.', version: 2 });
    proxy.faults.push({ kind: 'drop answer' });
    expect(await memory.memories.delete(id)).toEqual({ deleted: true });
    expect(await contentsOf(memory)).toEqual([]);
  });

  it('an import whose answer is lost is sent again, and an export that breaks off is not taken for whole', async () => {
    proxy.faults.push({ kind: 'drop answer' });
    expect(await memory.tenant.import(lines)).toMatchObject({ lines: 2, complete: true });
    expect(proxy.seen.map(({ request }) => request)).toEqual(['POST /import', 'POST /import']);
  });
});

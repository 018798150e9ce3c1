/** @module-tag long */
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createApi } from './client.js';
import { type ServiceFault, type ServiceProxy, startServiceProxy } from './faults/service-proxy.js';
import { failing, remembered, someTenant, use, useMcpClients, useUntilDone } from './mcp-client.js';
import { useOwnServices } from './own-service.js';
import { createRandom } from './random.js';
import { sentence } from './sentence.js';

/** No fault between the MCP program and the service may lose a memory or store it twice. */

const { start: startMcp } = useMcpClients('suite');

const tenant = someTenant();
let proxy: ServiceProxy;
let client: Client;
const behind = async (faulty: ServiceProxy, of: string) =>
  (await startMcp(['--url', faulty.url, '--tenant', of])).client;
beforeAll(async () => {
  proxy = await startServiceProxy(inject('gatewayUrl'));
  client = await behind(proxy, tenant);
});
beforeEach(async () => {
  await createApi(inject('gatewayUrl'), tenant).delete('/tenant', { 'x-confirm-tenant': tenant });
  for (const list of [proxy.faults, proxy.seen]) list.length = 0;
});
afterAll(() => proxy.close());

const home = 'Ann lives in Turku.';

describe('what passes', () => {
  it.each<[string, ServiceFault]>([
    ['409 of a key that is in use', { kind: 'problem', name: 'idempotency-key-in-use', retryAfter: 0 }],
    ['429', { kind: 'problem', name: 'too-many-requests', retryAfter: 0 }],
    ['503', { kind: 'problem', name: 'dependency-unavailable', retryAfter: 0 }],
    ['503 with an outcome that is not known', { kind: 'problem', name: 'outcome-unknown', retryAfter: 0 }],
    ['an answer that is lost', { kind: 'drop answer' }],
  ])('is not noticed: %s', async (_name, fault) => {
    proxy.faults.push(fault);
    await use(client, 'remember', { content: home });
    expect(await remembered(client)).toEqual([home]);
    expect(proxy.seen[0]).toEqual(proxy.seen[1]);
  });

  // Both run at once, since each waits for a full time-out of the program.
  it.concurrent.for([
    ['before it is done', false],
    ['after it was done', true],
  ] as const)('is not noticed: a time that runs out %s', async ([_when, isDone], { expect, onTestFinished }) => {
    const own = await startServiceProxy(inject('gatewayUrl'));
    onTestFinished(own.close);
    own.faults.push({ kind: 'hang', isDone });
    const asking = await behind(own, someTenant());
    await use(asking, 'remember', { content: home });
    expect(await remembered(asking)).toEqual([home]);
    expect(own.seen[0]).toEqual(own.seen[1]);
  });
});

describe('a refusal', () => {
  it.each([
    ['unauthorized', 401, /HIPPOCAMP_API_KEY/],
    ['forbidden', 403, /tell the user/],
    ['conflict', 409, /recall/],
    ['unprocessable', 422, /Change the arguments/],
  ] as const)('%s (%i) says how to go on', async (name, status, next) => {
    proxy.faults.push({ kind: 'problem', name });
    const said = await failing(client, 'remember', { content: home });
    expect(said).toContain(`(${status}). A fault of the test.`);
    expect(said).toMatch(next);
    expect(proxy.seen).toHaveLength(1);
    expect(await remembered(client)).toEqual([]);
  });

  it.each([
    ['too-many-requests', 429],
    ['dependency-unavailable', 503],
  ] as const)('%s (%i) that takes longer than a tool may says when to come back', async (name, status) => {
    proxy.faults.push({ kind: 'problem', name, retryAfter: 600 });
    const said = await failing(client, 'remember', { content: home });
    expect(said).toContain(`(${status})`);
    expect(said).toMatch(/Wait 600 s.*Call the tool once more/);
  });

  it('is the answer to a line over 10 MB, and the next line is answered', async () => {
    const asked = client.callTool({ name: 'remember', arguments: { content: 'x'.repeat(11_000_000) } });
    await expect(asked).rejects.toThrow('A line of more than 10000000 bytes is not read.');
    expect((await client.listTools()).tools).not.toEqual([]);
    expect(proxy.seen).toEqual([]);
  });
});

describe('a restart of the service', () => {
  const { start: startServices } = useOwnServices();

  it('in the midst of calls loses nothing, and stores nothing twice', async () => {
    const gateway = await startServices();
    const { client: own } = await startMcp(['--url', gateway.url, '--tenant', someTenant()]);
    const random = createRandom(18);
    const told = Array.from({ length: 20 }, (_, number) => sentence(number, random));
    let answered = 0;
    const tell = async (content: string) => {
      await useUntilDone(own, 'remember', { content, source: 'note' });
      answered += 1;
      if (answered === 5) void gateway.kill('SIGKILL');
    };
    // Ten at once: when the fifth answer is seen, the last are not sent yet, however late it is seen.
    const telling = Promise.all(
      Array.from({ length: 10 }, async (_, sender) => {
        for (const content of told.slice(2 * sender, 2 * sender + 2)) await tell(content);
      }),
    );
    expect(await gateway.exited).toBe('SIGKILL');
    expect(answered).toBeLessThan(told.length);
    await startServices({ PORT: new URL(gateway.url).port });
    await telling;
    expect(await remembered(own)).toEqual([...told].sort());
  }, 300_000);
});

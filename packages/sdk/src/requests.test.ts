import { describe, expect, it } from 'vitest';
import { createHippocamp } from './create-hippocamp.js';
import type { HippocampOptions } from './options.js';
import { type Answering, data, fakePorts, json } from './testing/fake-ports.js';

const baseUrl = 'http://here';
const id = '018f0000-0000-7000-8000-000000000001';

const clientOf = (answer: Answering, options: Partial<HippocampOptions> = {}) => {
  const ports = fakePorts(answer);
  return { client: createHippocamp({ baseUrl, tenant: 'acme', ...options }, ports), ports };
};

describe('a request', () => {
  it('is what the operation says, with tenant, key and Idempotency-Key', async () => {
    const { client, ports } = clientOf(() => data({ id }, 201), { apiKey: 'hc_a_b', headers: { 'x-request-id': 'r' } });
    expect(await client.memories.create({ tier: 'semantic', content: 'The kettle is blue.' })).toEqual({ id });
    expect(ports.sent).toEqual([
      {
        method: 'POST',
        url: 'http://here/memories',
        headers: {
          'x-request-id': 'r',
          authorization: 'Bearer hc_a_b',
          'x-tenant-id': 'acme',
          'content-type': 'application/json',
          'idempotency-key': 'key-0',
        },
        body: '{"tier":"semantic","content":"The kettle is blue."}',
      },
    ]);
  });

  it('has numbers, flags and objects in its query as the service reads them, and nothing of what is undefined', async () => {
    const { client, ports } = clientOf(() => data({ memories: [], nextCursor: null }));
    await client.memories.list({ limit: 5, includeArchived: true, metadata: { topic: 'tea & cake' }, tag: undefined });
    expect(ports.sent[0]?.url).toBe(
      'http://here/memories?limit=5&includeArchived=true&metadata=%7B%22topic%22%3A%22tea%20%26%20cake%22%7D',
    );
    expect(ports.sent[0]?.body).toBeUndefined();
  });

  it('has the id in its path as it was given, and is not sent without', async () => {
    const { client, ports } = clientOf(() => data({}));
    await client.memories.get('a/../b');
    expect(ports.sent[0]?.url).toBe('http://here/memories/a%2F..%2Fb');
    await expect(client.memories.get('')).rejects.toThrow('id is "", which is none: GET /memories/{id}');
    await expect(client.memories.get('..')).rejects.toThrow('id is "..", which is none: GET /memories/{id}');
    expect(ports.sent).toHaveLength(1);
  });

  it('has If-Match of a version, Prefer, and the headers of its operation', async () => {
    const { client, ports } = clientOf(() => data({}));
    await client.memories.update(id, { content: 'It is red.' }, { ifMatch: 3, respondAsync: true });
    await client.tenant.delete({ 'x-confirm-tenant': 'acme' });
    expect(ports.sent[0]?.headers).toMatchObject({ 'if-match': '"3"', prefer: 'respond-async' });
    expect(ports.sent[0]?.headers).not.toHaveProperty('idempotency-key');
    expect(ports.sent[1]).toMatchObject({ method: 'DELETE', headers: { 'x-confirm-tenant': 'acme' } });
  });

  it('sends an empty object where the operation takes nothing but a body', async () => {
    const { client, ports } = clientOf(() => data({}));
    await client.memories.access(id);
    expect(ports.sent[0]).toMatchObject({ url: `http://here/memories/${id}/access`, body: '{}' });
  });

  it('goes to a path of the base URL, for another tenant or none', async () => {
    const { client, ports } = clientOf(() => json({ status: 'live' }), { baseUrl: 'https://host/memory//' });
    await client.forTenant('other').memories.stats();
    await client.memories.stats({ days: 1 }, { tenant: 'third' });
    await client.system.live();
    expect(ports.sent.map(({ url }) => url)).toEqual([
      'https://host/memory/memories/stats',
      'https://host/memory/memories/stats?days=1',
      'https://host/memory/livez',
    ]);
    expect(ports.sent.map(({ headers }) => headers['x-tenant-id'])).toEqual(['other', 'third', undefined]);
  });

  it('can be any operation by its name', async () => {
    const { client, ports } = clientOf(() => data({ id }));
    const request = { params: { id }, body: { tags: ['tea'] } };
    expect(await client.call('updateMemory', request, { ifMatch: '"7"' })).toEqual({ id });
    expect(ports.sent[0]).toMatchObject({ method: 'PATCH', body: '{"tags":["tea"]}', headers: { 'if-match': '"7"' } });
  });

  it('is told how it was answered', async () => {
    const { client } = clientOf(() => json({ data: {} }, 200, { 'idempotency-replayed': 'true', 'x-request-id': 'r' }));
    const heads: unknown[] = [];
    await client.memories.access(id, { onAnswer: ({ headers: _headers, ...head }) => heads.push(head) });
    expect(heads).toEqual([{ status: 200, requestId: 'r', attempts: 1, replayed: true }]);
  });

  it('needs a base URL that is one', () => {
    for (const wrong of ['localhost:8080', '', 'http://', 'ftp://here'])
      expect(() => createHippocamp({ baseUrl: wrong })).toThrow(`baseUrl is "${wrong}"`);
  });
});

describe('an iterator', () => {
  it('asks for the next page when the one before is used up, and begins where it is told', async () => {
    const pages = [
      { memories: [1, 2], nextCursor: 'two' },
      { memories: [], nextCursor: 'three' },
      { memories: [3], nextCursor: null },
    ];
    const { client, ports } = clientOf((_sent, count) => data(pages[count - 1]));
    const found: unknown[] = [];
    for await (const memory of client.memories.iterate({ tier: 'semantic', offset: 4 })) found.push(memory);
    expect(found).toEqual([1, 2, 3]);
    expect(ports.sent.map(({ url }) => url.split('?')[1])).toEqual([
      'tier=semantic&offset=4',
      'tier=semantic&cursor=two',
      'tier=semantic&cursor=three',
    ]);
  });

  it('asks for no more than is wanted', async () => {
    const { client, ports } = clientOf(() => data({ events: [1, 2], nextCursor: 'more' }));
    for await (const _event of client.events.iterate()) break;
    expect(ports.sent).toHaveLength(1);
  });

  it('takes the id of what it lists', async () => {
    const { client, ports } = clientOf(() => data({ details: ['one'], nextCursor: null }));
    for await (const detail of client.lifecycle.details(id, { limit: 9 })) expect(detail).toBe('one');
    expect(ports.sent[0]?.url).toBe(`http://here/lifecycle/runs/${id}?limit=9`);
  });
});

import { describe, expect, inject, it } from 'vitest';
import { createApi } from './client.js';
import { expectProblem } from './expectations.js';
import { useOwnServices } from './own-service.js';
import { rawBytes, rawRequest } from './raw-request.js';

const get = (url: string, target: string, host: string, tenant = 't') =>
  rawRequest(url, rawBytes(tenant, { method: 'GET', target, headers: { host } }));

describe('the name that a service is asked by', () => {
  const everything = ['/memories', '/livez', '/readyz', '/metrics', '/docs', '/openapi.json', '/nowhere'];

  it.each(everything)('has to be one of a loopback address, on %s too', async (target) => {
    const url = inject('gatewayUrl');
    for (const host of ['evil.example', 'localhost.evil.example:8080', '127.0.0.1.evil.example', ''])
      expectProblem(await get(url, target, host), 'forbidden');
    for (const host of ['localhost', 'LOCALHOST:1', '127.0.0.1:8080', '[::1]:8080'])
      expect((await get(url, target, host)).status).not.toBe(403);
  });

  it('stands in the target where that is a whole URL, whatever the header says', async () => {
    const url = inject('gatewayUrl');
    expectProblem(await get(url, 'http://evil.example/livez', 'localhost'), 'forbidden');
    expectProblem(await get(url, 'http://localhost/livez', 'evil.example'), 'forbidden');
    expect((await get(url, 'http://localhost/livez', 'localhost')).status).toBe(200);
  });
});

describe('answers in a browser', () => {
  it.each([
    '/livez',
    '/memories',
    '/nowhere',
    '/docs',
    '/problems',
    '/problems/forbidden',
    '/openapi.json',
    '/metrics',
  ])('%s is neither sniffed nor framed, and runs nothing', async (path) => {
    const { headers } = await createApi(inject('gatewayUrl')).get(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; ");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy.includes('style-src')).toBe(headers.get('content-type')?.startsWith('text/html') ?? false);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('broken requests are answered in the same way', async () => {
    const { headers } = await rawRequest(inject('gatewayUrl'), 'noise\r\n\r\n');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

const origin = 'https://app.example.org';
const preflight = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-tenant-id' };

/** `fetch` does not send a given Origin header. */
const options = (url: string, headers: Record<string, string>) =>
  rawRequest(url, rawBytes('t', { method: 'OPTIONS', headers: { ...headers, connection: 'close' } }));

describe('pages of other origins', () => {
  it('may read nothing where none is allowed', async () => {
    const answer = await options(inject('gatewayUrl'), preflight);
    expectProblem(answer, 'method-not-allowed');
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('settings of the door', () => {
  const { start } = useOwnServices();

  it('ALLOWED_ORIGINS lets pages of these origins read and write, and no others', { tags: ['long'] }, async () => {
    const { url } = await start({ ALLOWED_ORIGINS: `http://localhost:3000, ${origin}` });
    const asked = await options(url, preflight);
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe(origin);
    expect(asked.headers.get('access-control-allow-methods')).toContain('DELETE');
    for (const name of ['x-tenant-id', 'content-type', 'if-match', 'idempotency-key'])
      expect(asked.headers.get('access-control-allow-headers')).toContain(name);
    const read = await rawRequest(url, rawBytes('t', { method: 'GET', headers: { origin } }));
    expect(read.status).toBe(200);
    expect(read.headers.get('access-control-allow-origin')).toBe(origin);
    expect(read.headers.get('access-control-expose-headers')).toContain('etag');
    expect(read.headers.get('vary')).toBe('origin');
    for (const other of ['https://evil.example', 'null', `${origin}.evil.example`, 'http://app.example.org']) {
      const refused = await options(url, { ...preflight, origin: other });
      expect(refused.status).toBe(405);
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
      expect(refused.headers.get('vary')).toBe('origin');
    }
  });

  it('ALLOWED_HOSTS names what it is asked by; on all addresses the probes answer to any name, and no times are told', {
    tags: ['long'],
  }, async () => {
    const { url, output } = await start({ HOST: '0.0.0.0', ALLOWED_HOSTS: 'memory.example.org', ALLOW_ANYONE: 'true' });
    expect(output()).toContain('asks for no keys');
    const local = url.replace('0.0.0.0', '127.0.0.1');
    for (const host of ['10.0.0.7:8080', 'memory.example.org']) {
      expect((await get(local, '/livez', host)).status).toBe(200);
      expect((await get(local, '/readyz', host)).status).toBe(200);
    }
    expectProblem(await get(local, '/memories', '10.0.0.7:8080'), 'forbidden');
    expectProblem(await get(local, '/metrics', 'localhost'), 'forbidden');
    expect((await get(local, '/memories', 'memory.example.org:8080')).status).toBe(200);
    const body = JSON.stringify({ text: 'x', explain: true });
    const asked = { target: '/memories/query', headers: { host: 'memory.example.org' }, body };
    const answer = await rawRequest(local, rawBytes('t', asked));
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('"rounds"');
    expect(answer.text).not.toContain('milliseconds');
  });
});

describe('what needs no tenant', () => {
  it('/readyz and /metrics name no address, folder or tenant', async () => {
    const api = createApi(inject('gatewayUrl'));
    await api.post('/memories', { tier: 'episodic', content: 'x' });
    const texts = [(await api.get('/readyz')).text, (await api.get('/metrics')).text];
    for (const text of texts) expect(text).not.toMatch(/:\/\/|127\.0\.0\.1|localhost|\/tmp|PGlite \(|t-[0-9a-f]{8}-/);
  });
});

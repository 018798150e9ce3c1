import { operations } from '@hippocamp/shared/operations/table';
import type { Operation } from '@hippocamp/shared/operations/types';
import type { ProblemName } from '@hippocamp/shared/problems';
import { describe, expect, inject, it } from 'vitest';
import { createApi } from './client.js';
import { expectNoFailure, expectProblem } from './expectations.js';
import { ABSENT, type RawParts, rawBytes, rawRequest } from './raw-request.js';
import { expectAlive, expectPartsRefused, expectRefusal, good } from './refusal.js';

const json = JSON.stringify(good);
const length = String(json.length);
const type = 'content-type: application/json';

/** Puts the tenant's header at its place, and CR LF between lines. */
const http =
  (lines: string[], body = '') =>
  (tenant: string) =>
    Buffer.from(`${lines.join('\r\n').replaceAll('TENANT', `x-tenant-id: ${tenant}`)}\r\n\r\n${body}`, 'latin1');

describe('a request that HTTP/1.1 does not allow', () => {
  it.each<[string, (tenant: string) => Buffer]>([
    [
      'length and chunks',
      http(
        [
          'POST /memories HTTP/1.1',
          'host: localhost',
          'TENANT',
          type,
          `content-length: ${length}`,
          'transfer-encoding: chunked',
        ],
        `${json.length.toString(16)}\r\n${json}\r\n0\r\n\r\n`,
      ),
    ],
    [
      'two lengths',
      http(
        [
          'POST /memories HTTP/1.1',
          'host: localhost',
          'TENANT',
          type,
          `content-length: ${length}`,
          'content-length: 5',
        ],
        json,
      ),
    ],
    [
      'a length below 0',
      http(['POST /memories HTTP/1.1', 'host: localhost', 'TENANT', type, 'content-length: -1'], json),
    ],
    [
      'a length that is no number',
      http(['POST /memories HTTP/1.1', 'host: localhost', 'TENANT', type, 'content-length: 0x10'], json),
    ],
    [
      'a length beyond all numbers',
      http(
        ['POST /memories HTTP/1.1', 'host: localhost', 'TENANT', type, 'content-length: 99999999999999999999999'],
        json,
      ),
    ],
    [
      'a chunk size that is none',
      http(
        ['POST /memories HTTP/1.1', 'host: localhost', 'TENANT', type, 'transfer-encoding: chunked'],
        'zz\r\nab\r\n',
      ),
    ],
    [
      'an unknown transfer encoding',
      http(['POST /memories HTTP/1.1', 'host: localhost', 'TENANT', type, 'transfer-encoding: foo'], json),
    ],
    [
      'bare line feeds',
      (tenant) =>
        Buffer.from(
          http(['POST /memories HTTP/1.1', 'host: localhost', 'TENANT', type, `content-length: ${length}`])(tenant)
            .toString()
            .replaceAll('\r\n', '\n') + json,
        ),
    ],
    [
      'NUL in a header',
      http(
        ['POST /memories HTTP/1.1', 'host: localhost', 'TENANT', 'x-other: a\0b', type, `content-length: ${length}`],
        json,
      ),
    ],
    [
      'a space in a header’s name',
      http(
        ['POST /memories HTTP/1.1', 'host: localhost', 'TENANT', 'x other: a', type, `content-length: ${length}`],
        json,
      ),
    ],
    [
      'a folded header',
      http(
        [
          'POST /memories HTTP/1.1',
          'host: localhost',
          'TENANT',
          'x-other: a',
          '  b',
          type,
          `content-length: ${length}`,
        ],
        json,
      ),
    ],
    ['no host', http(['POST /memories HTTP/1.1', 'TENANT', type, `content-length: ${length}`], json)],
    ['an unknown version', http(['POST /memories HTTP/9.9', 'host: localhost', 'TENANT'])],
    ['an unknown method', http(['FETCH /memories HTTP/1.1', 'host: localhost', 'TENANT'])],
    ['a method in small letters', http(['post /memories HTTP/1.1', 'host: localhost', 'TENANT'])],
    ['TLS', () => Buffer.from('16030100c8010000c40303', 'hex')],
    ['HTTP/2', () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
    ['noise', () => Buffer.from('\0\x01\x02 garbage \xff\r\n\r\n', 'latin1')],
  ])('is answered 400: %s', async (_name, make) => {
    const answer = await expectRefusal(make, 'malformed-request');
    expect(answer.headers.get('connection')).toBe('close');
  });

  it.each<[string, RawParts]>([
    ['20 kB of URL', { method: 'GET', target: `/memories?tag=${'x'.repeat(20_000)}` }],
    ['20 kB of headers', { body: json, headers: { 'x-large': 'x'.repeat(20_000) } }],
    ['1,500 headers of few bytes', { body: json, lines: Array.from({ length: 1500 }, () => 'a:') }],
    ['10,000 headers', { body: json, lines: Array.from({ length: 10_000 }, (_, index) => `x-${index}: y`) }],
  ])('is answered 431: %s', async (_name, parts) => {
    await expectPartsRefused(parts, 'header-fields-too-large');
  });
});

describe('a path or method that is not there', () => {
  it.each<[string, string, ProblemName]>([
    ['GET', '/', 'not-found'],
    ['GET', '/memory', 'not-found'],
    ['GET', '/MEMORIES', 'not-found'],
    ['GET', '/memories/x/y/z', 'not-found'],
    ['GET', '/problems/unknown', 'not-found'],
    ['GET', '/problems/__proto__', 'not-found'],
    ['GET', '/.env', 'not-found'],
    ['GET', '/../../etc/passwd', 'not-found'],
    ['GET', '/%2e%2e/%2e%2e/etc/passwd', 'not-found'],
    ['GET', '*', 'not-found'],
    ['OPTIONS', '*', 'not-found'],
    ['GET', '/memories/%00', 'validation-failed'],
    ['GET', '/memories/a%00b', 'validation-failed'],
    ['GET', '/memories/%ZZ', 'validation-failed'],
    ['GET', '/memories/%ff', 'validation-failed'],
    ['GET', '/memories/%E0%A4%A', 'validation-failed'],
    ['GET', '/memories/%2e%2e%2fetc', 'validation-failed'],
    ['GET', '/memories/1', 'validation-failed'],
    ['GET', '/memories/{0195f0a0-0000-7000-8000-000000000000}', 'validation-failed'],
    ['GET', '/memories/0195f0a0000070008000000000000000', 'validation-failed'],
    ['GET', '/memories/0195f0a0-0000-7000-8000-00000000000g', 'validation-failed'],
    ['GET', "/memories/'%20or%201=1", 'validation-failed'],
    ['DELETE', '/memories/null', 'validation-failed'],
    ['GET', '/ingest/undefined', 'validation-failed'],
  ])('%s %s', async (method, target, problem) => {
    await expectPartsRefused({ method, target }, problem);
  });

  it.each([
    'http://[::bad/memories',
    'http://a:99999999/memories/stats',
    '//[/memories',
    'http://',
    '/memories/stats#fragment',
    '/memories/stats?%zz',
  ])('never fails on the target %s', async (target) => {
    const api = createApi(inject('gatewayUrl'));
    const answer = await rawRequest(api.url, rawBytes(api.tenant, { method: 'GET', target }));
    expectNoFailure(answer, target);
    if (answer.status >= 400) expectProblem(answer);
    await expectAlive();
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'TRACE', 'OPTIONS', 'PROPFIND', 'QUERY'])(
    '%s /memories is 405',
    async (method) => {
      const answer = await expectPartsRefused({ method }, 'method-not-allowed');
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST']);
    },
  );

  it.each(Object.values<Operation>(operations))('$method $path names its methods', async ({ method, path }) => {
    const target = path.replaceAll(/\{\w+\}/g, '0195f0a0-0000-7000-8000-000000000000');
    const answer = await expectPartsRefused({ method: 'PUT', target }, 'method-not-allowed');
    expect(answer.headers.get('allow')?.split(', ')).toContain(method.toUpperCase());
  });

  it('CONNECT is refused', async () => {
    await expectRefusal(http(['CONNECT example.org:443 HTTP/1.1', 'host: example.org:443']), 'method-not-allowed');
  });

  it('an upgrade is not taken up', async () => {
    const api = createApi(inject('gatewayUrl'));
    const lines = ['connection: upgrade', 'upgrade: websocket'];
    const answer = await rawRequest(api.url, rawBytes(api.tenant, { method: 'GET', target: '/memories/stats', lines }));
    expect(answer.status).toBe(200);
  });

  it('an expectation that is not known is 417', async () => {
    await expectPartsRefused({ body: json, headers: { expect: 'foo' } }, 'expectation-failed');
  });

  it('100-continue is answered', async () => {
    const api = createApi(inject('gatewayUrl'));
    const bytes = rawBytes(api.tenant, { body: json, headers: { expect: '100-continue' } });
    expect((await rawRequest(api.url, bytes)).status).toBe(201);
  });
});

describe('a header that does not fit', () => {
  const tenant = (value: string): RawParts => ({ body: json, headers: { 'x-tenant-id': value } });
  const id = 't-8d1f';

  it.each<[string, RawParts, string]>([
    ['no tenant', tenant(ABSENT), 'header.x-tenant-id'],
    ['an empty tenant', tenant(''), 'header.x-tenant-id'],
    ['a tenant with a space', tenant('a b'), 'header.x-tenant-id'],
    ['a tenant with a comma', tenant('a,b'), 'header.x-tenant-id'],
    ['a tenant with a slash', tenant('../x'), 'header.x-tenant-id'],
    ['a tenant beyond ASCII', tenant('caf\u00e9'), 'header.x-tenant-id'],
    ['a tenant of 129 characters', tenant('t'.repeat(129)), 'header.x-tenant-id'],
    ['a tenant of 10 kB', tenant('t'.repeat(10_000)), 'header.x-tenant-id'],
    ['two tenants', { body: json, lines: [`x-tenant-id: ${id}`] }, 'header.x-tenant-id'],
    [
      'the same tenant twice',
      { body: json, headers: { 'x-tenant-id': id }, lines: [`X-Tenant-Id: ${id}`] },
      'header.x-tenant-id',
    ],
    [
      'a second tenant behind as many headers as there may be',
      { body: json, lines: [...Array.from({ length: 190 }, (_, index) => `x${index}:`), `x-tenant-id: ${id}`] },
      'header.x-tenant-id',
    ],
    ['an empty key', { body: json, headers: { 'idempotency-key': '' } }, 'header.idempotency-key'],
    [
      'a key of 256 characters',
      { body: json, headers: { 'idempotency-key': 'k'.repeat(256) } },
      'header.idempotency-key',
    ],
    ['two keys', { body: json, lines: ['idempotency-key: a', 'idempotency-key: b'] }, 'header.idempotency-key'],
    ['a tab in a key', { body: json, headers: { 'idempotency-key': 'a\tb' } }, 'header.idempotency-key'],
  ])('is refused by name: %s', async (_name, parts, path) => {
    const { body } = await expectPartsRefused(parts, 'validation-failed');
    expect((body as { errors: { path: string }[] }).errors.map((error) => error.path)).toEqual([path]);
  });

  it('answers problems as problems, whatever is accepted', async () => {
    await expectPartsRefused({ body: '{', headers: { accept: 'text/html, image/png' } }, 'malformed-json');
    await expectPartsRefused({ method: 'GET', target: '/nowhere', headers: { accept: '*' } }, 'not-found');
  });
});

import { gzipSync } from 'node:zlib';
import type { ProblemName } from '@hippocamp/shared/problems';
import { describe, expect, inject, it } from 'vitest';
import { total } from './actions.js';
import { createApi } from './client.js';
import { ABSENT, type RawParts, rawBytes, rawRequest } from './raw-request.js';
import { expectAlive, expectPartsRefused, expectRefusal, good } from './refusal.js';
import { waitUntil } from './wait-until.js';

const json = JSON.stringify(good);
const MIB = 1024 * 1024;
const zipped = gzipSync(json);
const zippedMore = (spaces: number): Buffer => gzipSync(`${json}${' '.repeat(spaces)}`, { level: 0 });
const packed = (body: Buffer, encoding = 'gzip'): RawParts => ({ body, headers: { 'content-encoding': encoding } });
const typed = (type: string, body: string | Buffer = json): RawParts => ({ body, headers: { 'content-type': type } });

describe('a body of the wrong kind', () => {
  it.each<[string, RawParts, ProblemName]>([
    ['text/plain', typed('text/plain'), 'unsupported-media-type'],
    ['no content-type', { body: json, headers: { 'content-type': ABSENT } }, 'unsupported-media-type'],
    ['an empty content-type', typed(''), 'unsupported-media-type'],
    ['a form', typed('application/x-www-form-urlencoded', 'tier=episodic&content=x'), 'unsupported-media-type'],
    ['multipart', typed('multipart/form-data; boundary=x'), 'unsupported-media-type'],
    ['a patch of another kind', typed('application/merge-patch+json'), 'unsupported-media-type'],
    ['NDJSON', typed('application/x-ndjson'), 'unsupported-media-type'],
    ['Latin-1', typed('application/json; charset=iso-8859-1'), 'unsupported-media-type'],
    ['UTF-16', typed('application/json; charset=utf-16', Buffer.from(json, 'utf16le')), 'unsupported-media-type'],
    ['UTF-16 that calls itself JSON', typed('application/json', Buffer.from(json, 'utf16le')), 'malformed-json'],
    ['an unknown encoding', packed(Buffer.from(json), 'foo'), 'unsupported-media-type'],
    ['brotli', packed(Buffer.from(json), 'br'), 'unsupported-media-type'],
    ['two encodings', packed(gzipSync(zipped), 'gzip, gzip'), 'unsupported-media-type'],
    ['corrupt gzip', packed(Buffer.concat([zipped.subarray(0, 12), Buffer.from('garbage'), zipped])), 'malformed-json'],
    ['what calls itself gzip', packed(Buffer.from(json)), 'malformed-json'],
    ['gzip that ends too early', packed(zipped.subarray(0, -9)), 'malformed-json'],
    ['bytes that are not UTF-8', { body: Buffer.from(json.replace('Must', 'M\u00fcst'), 'latin1') }, 'malformed-json'],
    [
      'overlong UTF-8',
      {
        body: Buffer.concat([
          Buffer.from('{"tier":"episodic","content":"'),
          Buffer.from([0xc0, 0x80]),
          Buffer.from('"}'),
        ]),
      },
      'malformed-json',
    ],
    [
      'a surrogate in UTF-8',
      {
        body: Buffer.concat([
          Buffer.from('{"tier":"episodic","content":"'),
          Buffer.from([0xed, 0xa0, 0x80]),
          Buffer.from('"}'),
        ]),
      },
      'malformed-json',
    ],
  ])('is refused: %s', async (_name, parts, problem) => {
    await expectPartsRefused(parts, problem);
    if (parts.headers?.['content-encoding'] === undefined) return;
    await expectPartsRefused({ ...parts, target: '/memories/batch' }, problem);
  });

  it.each([
    ['charset=utf-8', typed('application/json; charset=utf-8')],
    ['charset="UTF-8"', typed('Application/JSON; charset="UTF-8"')],
    ['another parameter', typed('application/json; version=1')],
    ['gzip', packed(zipped)],
    ['identity', packed(Buffer.from(json), 'identity')],
    ['a byte order mark', { body: `\uFEFF${json}` }],
  ])('is taken where it is good: %s', async (_name, parts) => {
    const api = createApi(inject('gatewayUrl'));
    const { status, text } = await rawRequest(api.url, rawBytes(api.tenant, parts));
    expect(status, text).toBe(201);
    expect(await total(api)).toBe(1);
  });
});

const head = (tenant: string, length: number | 'chunked', target = '/memories') =>
  rawBytes(tenant, {
    target,
    headers: {
      'content-type': 'application/json',
      ...(length === 'chunked' ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) }),
    },
  });

async function* endless(tenant: string, size: number, length: number | 'chunked') {
  yield head(tenant, length);
  const piece = Buffer.alloc(64 * 1024, ' ');
  for (let sent = 0; sent < size; sent += piece.length)
    yield length === 'chunked' ? Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]) : piece;
}

/** Each part is one chunk of a byte. */
const inBytes = (body: Buffer): Buffer =>
  Buffer.concat([
    ...[...body].map((byte) => Buffer.from([0x31, 0x0d, 0x0a, byte, 0x0d, 0x0a])),
    Buffer.from('0\r\n\r\n'),
  ]);

describe('a body in parts of a byte', () => {
  it.each<[string, (spaces: number) => Buffer, object]>([
    ['plain', (spaces) => Buffer.from(`${json}${' '.repeat(spaces)}`), {}],
    ['gzip', (spaces) => zippedMore(spaces), { 'content-encoding': 'gzip' }],
  ])('is read while they are few, and no further than that: %s', async (_name, bodyOf, more) => {
    const api = createApi(inject('gatewayUrl'));
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked', ...more };
    const sent = (spaces: number) =>
      rawRequest(api.url, Buffer.concat([rawBytes(api.tenant, { headers }), inBytes(bodyOf(spaces))]));
    expect((await sent(100)).status).toBe(201);
    const refused = await sent(20_000);
    expect([refused.status, refused.headers.get('connection')]).toEqual([400, 'close']);
    expect(refused.text).toContain('in parts of a few bytes');
    expect(await total(api)).toBe(1);
    await expectAlive();
  });
});

describe('a body that is too large', () => {
  it('is refused by its length, while it is being sent', async () => {
    await expectRefusal((tenant) => endless(tenant, 64 * MIB, 64 * MIB), 'payload-too-large');
  });

  it('is refused by its size, where no length is given', async () => {
    await expectRefusal((tenant) => endless(tenant, 64 * MIB, 'chunked'), 'payload-too-large');
  });

  it.each(['chunked' as const, 8 * MIB])('is answered to clients that read when all is sent (%s)', async (length) => {
    const slow = { readAfterSending: true };
    await expectRefusal((tenant) => endless(tenant, 8 * MIB, length), 'payload-too-large', slow);
  });

  it('is read no further than 32 MiB', async () => {
    const api = createApi(inject('gatewayUrl'));
    const sent = rawRequest(api.url, endless(api.tenant, 128 * MIB, 128 * MIB), { readAfterSending: true });
    await expect(sent).rejects.toThrow();
    await expectAlive();
  });

  it('is refused when it grows large by unpacking', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * MIB, ' '), { level: 9 });
    expect(bomb.length).toBeLessThan(MIB);
    await expectPartsRefused(packed(bomb), 'payload-too-large');
  });

  it('may take 1 MiB, and not a byte more', async () => {
    const full = json.padEnd(MIB, ' ');
    const api = createApi(inject('gatewayUrl'));
    expect((await rawRequest(api.url, rawBytes(api.tenant, { body: full }))).status).toBe(201);
    await expectPartsRefused({ body: `${full} ` }, 'payload-too-large');
  });
});

describe('a request that does not arrive', () => {
  const never = new Promise<Buffer>(() => undefined);
  const patience = { deadline: 60_000 };

  async function* stalled(bytes: Buffer) {
    yield bytes;
    yield await never;
  }

  async function* dripping(first: Buffer, piece: string) {
    yield first;
    for (;;) {
      let looks = 0;
      await waitUntil('the next drop falls', () => looks++ > 0, { every: 200 });
      yield piece;
    }
  }

  it.each<[string, (tenant: string) => AsyncIterable<Buffer | string>]>([
    [
      'a body shorter than its length',
      (tenant) => stalled(rawBytes(tenant, { body: json, headers: { 'content-length': '9999' } })),
    ],
    [
      'a chunk that does not come',
      (tenant) => stalled(Buffer.concat([head(tenant, 'chunked'), Buffer.from('5\r\nab')])),
    ],
    ['headers that stop', (tenant) => stalled(rawBytes(tenant, { body: json }).subarray(0, 60))],
    ['half a request line', () => stalled(Buffer.from('POST /memo'))],
    ['headers that drip', (tenant) => dripping(rawBytes(tenant, {}).subarray(0, -2), 'x: y\r\n')],
    ['a body that drips', (tenant) => dripping(head(tenant, 1000), ' ')],
  ])('is answered 408: %s', async (_name, make) => {
    const { milliseconds } = await expectRefusal(make, 'request-timeout', patience);
    expect(milliseconds).toBeGreaterThan(1500);
  });

  it('is forgotten when its sender leaves', async () => {
    const api = createApi(inject('gatewayUrl'));
    await Promise.all(
      Array.from({ length: 20 }, () =>
        expect(
          rawRequest(api.url, rawBytes(api.tenant, { body: json, headers: { 'content-length': '9999' } }), {
            deadline: 50,
          }),
        ).rejects.toThrow(),
      ),
    );
    await expectAlive();
    expect(await total(api)).toBe(0);
  });

  it('does not keep others waiting when 400 connections do nothing', async () => {
    const api = createApi(inject('gatewayUrl'));
    const idle = Array.from({ length: 400 }, () =>
      rawRequest(api.url, 'GET /li', { deadline: 1500 }).catch(() => null),
    );
    await expectAlive();
    await Promise.all(idle);
    await expectAlive();
  });
});

import type { Attack } from './attack.js';
import { raw } from './shots.js';

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const many = (count: number) => Array.from({ length: count }, (_, index) => `x-${index}: a`);
const HOST = 'host: localhost';
const TYPE = 'content-type: application/json';

const door = (name: string, text: (tenant: string) => string, every?: number, long = false): Attack => ({
  name,
  long,
  prepare: ({ api }) => [[raw(text(api.tenant), every)]],
});

export const doors: Attack[] = [
  door('a second tenant behind a thousand headers', (tenant) =>
    head(
      'GET /memories HTTP/1.1',
      HOST,
      `x-tenant-id: ${tenant}`,
      ...many(1000),
      'x-tenant-id: other',
      'connection: close',
    ),
  ),
  door('Expect: foo', (tenant) =>
    head('POST /memories HTTP/1.1', HOST, `x-tenant-id: ${tenant}`, TYPE, 'expect: foo', 'content-length: 2'),
  ),
  door('the host of another', (tenant) =>
    head('GET /memories HTTP/1.1', 'host: attacker.example', `x-tenant-id: ${tenant}`, 'connection: close'),
  ),
  door('a head of 16 KB', (tenant) =>
    head('GET /memories HTTP/1.1', HOST, `x-tenant-id: ${tenant}`, `x-a: ${'a'.repeat(16_000)}`),
  ),
  door('a line without end', () => `GET /${'a'.repeat(200_000)}`),
  door('bytes that are not HTTP', () => '\u0016\u0003\u0001'.repeat(20_000)),
  door(
    'a chunk of a wrong length',
    (tenant) =>
      `${head('POST /memories HTTP/1.1', HOST, `x-tenant-id: ${tenant}`, TYPE, 'transfer-encoding: chunked')}ffffffffffffffffff\r\na`,
  ),
  door(
    'a thousand chunks of a byte',
    (tenant) =>
      `${head('POST /memories HTTP/1.1', HOST, `x-tenant-id: ${tenant}`, TYPE, 'transfer-encoding: chunked')}${'1\r\n \r\n'.repeat(100_000)}0\r\n\r\n`,
  ),
  door('requests in one breath', (tenant) =>
    head('GET /memories HTTP/1.1', HOST, `x-tenant-id: ${tenant}`).repeat(500),
  ),
  {
    name: '400 connections that drip',
    long: true,
    prepare: ({ api }) => [
      Array.from({ length: 400 }, () =>
        raw(head('GET /memories HTTP/1.1', HOST, `x-tenant-id: ${api.tenant}`, ...many(60), 'connection: close'), 50),
      ),
    ],
  },
];

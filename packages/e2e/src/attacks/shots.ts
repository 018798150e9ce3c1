import { gzipSync } from 'node:zlib';
import type { Api } from '../client.js';
import type { RawShot, Shot } from './attack.js';

const JSON_TYPE = 'application/json';

export const send = (api: Api, method: string, path: string, body?: Buffer, headers: Record<string, string> = {}) => ({
  method,
  path,
  headers: { 'x-tenant-id': api.tenant, ...(body ? { 'content-type': JSON_TYPE } : {}), ...headers },
  ...(body ? { body } : {}),
});

export const get = (api: Api, path: string): Shot => send(api, 'GET', path);

export const post = (api: Api, path: string, body: unknown, headers: Record<string, string> = {}): Shot =>
  send(api, 'POST', path, Buffer.from(JSON.stringify(body)), headers);

export const postBytes = (api: Api, path: string, body: Buffer, headers: Record<string, string> = {}): Shot =>
  send(api, 'POST', path, body, headers);

export const postZipped = (api: Api, path: string, body: Buffer, type = JSON_TYPE): Shot =>
  send(api, 'POST', path, gzipSync(body), { 'content-type': type, 'content-encoding': 'gzip' });

export const postLines = (api: Api, lines: readonly unknown[]): Shot =>
  send(api, 'POST', '/import', Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')), {
    'content-type': 'application/x-ndjson',
  });

export const deaf = ({ method, path, headers, body = Buffer.alloc(0) }: Shot): RawShot => {
  const all = { host: 'localhost', ...headers, 'content-length': String(body.length) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return { raw: Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), body]), deaf: true };
};

export const raw = (text: string, every?: number): RawShot => ({
  raw: Buffer.from(text, 'latin1'),
  ...(every === undefined ? {} : { every }),
});

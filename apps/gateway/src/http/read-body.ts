import { createGunzip } from 'node:zlib';
import { Problem, validationFailed } from '@hippocamp/shared/problems';
import type { Request } from 'express';

export const MAX_DEPTH = 32;

/** Read and thrown away after a 413, so that the client reads the answer rather than a reset. */
const DRAIN_BYTES = 32 * 1024 * 1024;

const tooLarge = (limit: number) =>
  new Problem('payload-too-large', `The body may take ${limit} bytes. Send less at once.`);

const malformed = (detail: string) => new Problem('malformed-json', detail);

export const checkMediaType = (request: Request, expected = 'application/json') => {
  const given = request.get('content-type') ?? '';
  const [type = '', ...parameters] = given.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  const utf8 = charset === undefined || /^"?utf-?8"?$/.test(charset);
  if (type === expected && utf8) return;
  throw new Problem('unsupported-media-type', `content-type is "${given}"; send ${expected} in UTF-8.`);
};

export const hasBody = (request: Request) =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

export const decoded = (request: Request): NodeJS.ReadableStream => {
  const encoding = (request.get('content-encoding') ?? 'identity').toLowerCase();
  if (encoding === 'identity') return request;
  if (encoding !== 'gzip') {
    throw new Problem('unsupported-media-type', `content-encoding "${encoding}" is not read here; send gzip or none.`);
  }
  const gunzip = createGunzip();
  request.on('error', (error) => gunzip.destroy(error));
  return request.pipe(gunzip);
};

/**
 * Reads a bounded rest while the answer goes out: a client that is still sending would otherwise see a reset. The connection
 * stays open for the next request; with `connection: close`, Node would end it as soon as the answer is written.
 */
export const drain = (request: Request) => {
  let rest = 0;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    rest += chunk.length;
    if (rest > DRAIN_BYTES) request.socket.destroy();
  });
  request.resume();
};

const collect = (stream: NodeJS.ReadableStream, limit: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) reject(tooLarge(limit));
      else chunks.push(chunk);
    });
    stream.on('end', () => resolve(Buffer.concat(chunks)));
    stream.on('error', (error: NodeJS.ErrnoException) => {
      const corrupt = error.code?.startsWith('Z_');
      reject(corrupt ? malformed('The body is not valid gzip.') : malformed('The body ended too early.'));
    });
    stream.on('close', () => reject(malformed('The body ended too early.')));
  });

export const decodeText = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed('The body holds bytes that are not UTF-8.');
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1];
    throw malformed(position ? `The body is not JSON: it breaks at position ${position}.` : 'The body is not JSON.');
  }
};

const pointer = (path: readonly string[]) =>
  path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** What no schema sees: nesting that later code could not walk, and keys that would vanish or reach a prototype. */
const checkShape = (value: unknown, path: readonly string[]): void => {
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= MAX_DEPTH) {
    throw validationFailed([
      { path: pointer(path), code: 'max_depth', message: `is nested deeper than ${MAX_DEPTH} levels` },
    ]);
  }
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') {
      throw validationFailed([
        { path: pointer([...path, key]), code: 'forbidden_key', message: 'is not a usable name' },
      ]);
    }
    checkShape(member, [...path, key]);
  }
};

export const parseObject = (text: string): object => {
  const value = parse(text);
  if (typeof value !== 'object' || value === null) throw malformed('The body must be a JSON object.');
  if (Array.isArray(value)) {
    throw validationFailed([{ path: '', code: 'invalid_type', message: 'must be an object, not an array' }]);
  }
  checkShape(value, []);
  return value;
};

/** A body that is not read still has to be of the kind that is. */
export function checkBodyType(request: Request): void {
  if (hasBody(request)) checkMediaType(request);
}

/** The JSON object of a request, `{}` for an empty body. Throws the problem that fits anything else. */
export async function readBody(request: Request, limit: number): Promise<object> {
  if (!hasBody(request)) return {};
  checkMediaType(request);
  try {
    if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
    const bytes = await collect(decoded(request), limit);
    return bytes.length === 0 ? {} : parseObject(decodeText(bytes));
  } catch (error) {
    if (error instanceof Problem && error.problem === 'payload-too-large') drain(request);
    throw error;
  }
}

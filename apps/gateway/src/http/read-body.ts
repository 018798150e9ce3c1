import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { pace } from '@hippocamp/core/modules/breathe';
import {
  createJsonScanner,
  type ItemBounds,
  type JsonBounds,
  type JsonScanner,
  tooLarge,
} from '@hippocamp/core/modules/json/json-scanner';
import { malformed, parseItems, parseObject, SMALL } from '@hippocamp/core/modules/json/parse-json';
import { Problem } from '@hippocamp/shared/problems';
import type { Request } from 'express';

/** Read and thrown away after a 413, so that the client reads the answer rather than a reset. */
const DRAIN_BYTES = 32 * 1024 * 1024;

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

export const decoded = (request: Request): Readable => {
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

const endedEarly = () => malformed('The body ended too early.');

/** All bytes, each seen by the scanner before it is kept; what it throws ends the reading. */
const collect = (stream: Readable, scanner: JsonScanner): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => {
      try {
        scanner.push(chunk);
        chunks.push(chunk);
      } catch (error) {
        stream.removeAllListeners('data');
        reject(error);
      }
    });
    stream.on('end', () => resolve(Buffer.concat(chunks)));
    stream.on('error', (error: NodeJS.ErrnoException) => {
      reject(error.code?.startsWith('Z_') ? malformed('The body is not valid gzip.') : endedEarly());
    });
    stream.on('close', () => reject(endedEarly()));
  });

/** The JSON object of a request, `{}` for an empty body. Throws the problem that fits anything else, before it is parsed where it can. */
export async function readBody(request: Request, bounds: JsonBounds, itemBounds?: ItemBounds): Promise<object> {
  if (!hasBody(request)) return {};
  checkMediaType(request);
  const stream = decoded(request);
  try {
    if (Number(request.headers['content-length'] ?? 0) > bounds.bytes) throw tooLarge(bounds.bytes);
    const scanner = createJsonScanner(bounds, itemBounds);
    const bytes = await collect(stream, scanner);
    if (bytes.length === 0) return {};
    await pace();
    return itemBounds && bytes.length > SMALL ? await parseItems(bytes, scanner.items) : parseObject(bytes);
  } catch (error) {
    if (stream !== request) stream.destroy();
    if (!request.complete) drain(request);
    throw error;
  }
}

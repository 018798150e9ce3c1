import type { Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import {
  createJsonScanner,
  type ItemBounds,
  type JsonBounds,
  type JsonScanner,
  tooLarge,
} from '@hippocamp/core/modules/json/json-scanner';
import { malformed, parseItems, parseObject, SMALL } from '@hippocamp/core/modules/json/json-text';
import { pace } from '@hippocamp/core/modules/waiting';
import { isProblem, Problem } from '@hippocamp/shared/problems';
import type { Request } from 'express';
import { type BodyRoom, createGrowing, type Growing } from './body-room.js';
import { createPartCount } from './part-count.js';

/** Read and thrown away after a 413, so that the client sees the answer and no reset. */
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
  // A pipe from a request that is gone would never end.
  if (request.destroyed) throw endedEarly();
  const encoding = (request.get('content-encoding') ?? 'identity').toLowerCase();
  if (encoding === 'identity') return request;
  if (encoding !== 'gzip') {
    throw new Problem('unsupported-media-type', `content-encoding "${encoding}" is not read here; send gzip or none.`);
  }
  const gunzip = createGunzip();
  request.on('error', (error) => gunzip.destroy(error));
  return request.pipe(gunzip);
};

/** An export or a batch grows some 20 times when unpacked; more growth was made on purpose. */
const MOST_GROWTH = 100;
const FREE_BYTES = 1024 * 1024;

export const growsTooMuch = (stream: NodeJS.ReadableStream, request: Request, size: number) =>
  stream !== request && size > FREE_BYTES + MOST_GROWTH * (stream as Gunzip).bytesWritten;

export const grown = `body grows more than ${MOST_GROWTH} times when it is unpacked`;

export const smallParts = 'body comes in parts of a few bytes. Send larger ones';

/**
 * Reads a bounded rest, so that a client that still sends sees the answer and no reset. The connection stays open:
 * with `connection: close`, Node would end it as soon as the answer is written.
 */
export const drain = (request: Request) => {
  if (request.complete) return;
  let rest = 0;
  const parts = createPartCount();
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    rest += chunk.length;
    if (parts.add(chunk.length) || rest > DRAIN_BYTES) request.socket.destroy();
  });
  request.resume();
};

const endedEarly = () => malformed('The body ended too early.');

/** Reading what is left costs too, so the connection ends behind the answer. */
const endBehindAnswer = (request: Request) => {
  request.unpipe();
  request.removeAllListeners('data');
  request.resume();
  request.res?.setHeader('connection', 'close');
};

/** The scanner sees each part before it is kept; an error of it or of `count` ends the reading. */
const collect = (
  stream: Readable,
  body: Growing,
  scanner: JsonScanner,
  count: (bytes: number) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    if (stream.destroyed) return reject(endedEarly());
    stream.on('data', (chunk: Buffer) => {
      try {
        scanner.push(chunk);
        count(chunk.length);
        body.add(chunk);
      } catch (error) {
        stream.removeAllListeners('data');
        reject(error);
      }
    });
    stream.on('end', () => resolve());
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (isProblem(error)) return reject(error);
      reject(error.code?.startsWith('Z_') ? malformed('The body is not valid gzip.') : endedEarly());
    });
    stream.on('close', () => reject(endedEarly()));
  });

export const failing = (stream: Readable, see: (chunk: Buffer) => void) => (chunk: Buffer) => {
  try {
    see(chunk);
  } catch (error) {
    stream.destroy(error as Error);
  }
};

/**
 * The JSON object of a request, `{}` for an empty body. Throws a problem, before parsing where it can. Its room is held
 * until `bodies.leave`: who hangs up leaves the work on it behind.
 */
export async function readBody(
  request: Request,
  bodies: BodyRoom,
  bounds: JsonBounds,
  itemBounds?: ItemBounds,
): Promise<object> {
  if (!hasBody(request)) return {};
  checkMediaType(request);
  const stream = decoded(request);
  const parts = createPartCount();
  const countPart = (length: number) => {
    if (parts.add(length)) throw new Problem('malformed-request', `The ${smallParts}.`);
  };
  try {
    if (Number(request.headers['content-length'] ?? 0) > bounds.bytes) throw tooLarge(bounds.bytes);
    const scanner = createJsonScanner(bounds, itemBounds);
    const { res: response } = request;
    const tenant: string = response?.locals.tenant ?? '';
    if (stream !== request)
      request.on(
        'data',
        failing(stream, ({ length }) => countPart(length)),
      );
    const body = createGrowing();
    await collect(stream, body, scanner, (more) => {
      if (stream === request) countPart(more);
      bodies.take(request, tenant, more);
      if (growsTooMuch(stream, request, bodies.bytesOf(request)))
        throw new Problem('payload-too-large', `The ${grown}. Send it unpacked.`);
    });
    // Not the result of `collect`: the listeners of the request would hold that until its answer is sent.
    const bytes = body.take();
    if (bytes.length === 0) return {};
    await pace();
    return itemBounds && bytes.length > SMALL ? await parseItems(bytes, scanner.items) : parseObject(bytes);
  } catch (error) {
    if (stream !== request) stream.destroy();
    if (parts.areSmall()) endBehindAnswer(request);
    else drain(request);
    throw error;
  }
}

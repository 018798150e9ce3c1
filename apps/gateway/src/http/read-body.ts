import type { Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import {
  createJsonScanner,
  type ItemBounds,
  type JsonBounds,
  type JsonScanner,
  tooLarge,
} from '@hippocamp/core/modules/json/json-scanner';
import { malformed, parseBounded, parseItems, parseObject, SMALL } from '@hippocamp/core/modules/json/json-text';
import type { SentLine } from '@hippocamp/core/modules/transfer/read-line';
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

const decoded = (request: Request): Readable => {
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

const growsTooMuch = (stream: NodeJS.ReadableStream, request: Request, size: number) =>
  stream !== request && size > FREE_BYTES + MOST_GROWTH * (stream as Gunzip).bytesWritten;

const grown = `body grows more than ${MOST_GROWTH} times when it is unpacked`;

const smallParts = 'body comes in parts of a few bytes. Send larger ones';

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

const failing = (stream: Readable, see: (chunk: Buffer) => void) => (chunk: Buffer) => {
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

class BoundMet extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const brokenOff = (cause: unknown) => new Problem('malformed-json', 'The body ended too early.', { cause });

/** Throws `BoundMet` at a limit. The request stays open when the consumer leaves, so that it can be answered. */
function boundedBody(request: Request, limit: number): AsyncGenerator<Buffer> {
  // Outside the generator, so that an unknown coding is refused at once.
  const stream = decoded(request);
  const check = (size: number) => {
    if (size > limit) throw new BoundMet('too_many_bytes', `the unpacked body takes more than ${limit} bytes`);
    if (growsTooMuch(stream, request, size)) throw new BoundMet('grows_too_much', `the ${grown}`);
  };
  const parts = createPartCount();
  const countPart = ({ length }: Buffer) => {
    if (parts.add(length)) throw new BoundMet('parts_too_small', `the ${smallParts}`);
  };
  if (stream !== request) request.on('data', failing(stream as Readable, countPart));
  return (async function* () {
    let size = 0;
    try {
      for await (const chunk of (stream as Readable).iterator({ destroyOnReturn: false })) {
        const bytes = chunk as Buffer;
        // Yields up to the limit, so that each request makes progress.
        if (size + bytes.length > limit) yield bytes.subarray(0, limit - size);
        size += bytes.length;
        check(size);
        if (stream === request) countPart(bytes);
        yield bytes;
      }
    } catch (error) {
      throw error instanceof BoundMet ? error : brokenOff(error);
    }
  })();
}

const NEWLINE = 0x0a;

const readLine = async (line: number, bytes: Buffer, { line: bounds, items }: LineLimits): Promise<SentLine> => {
  try {
    return { line, value: await parseBounded(bytes, bounds, items), bytes: bytes.length };
  } catch (error) {
    if (!isProblem(error)) throw error;
    const [first] = error.extras.errors ?? [];
    return { line, code: first?.code ?? error.problem, message: first?.message ?? error.detail };
  }
};

const tooLong = (line: number, limit: number): SentLine => ({
  line,
  code: 'too_long',
  message: `takes more than ${limit} bytes`,
});

/** Blank lines may be as many as the others plus this: they cost little, but not nothing. */
const SPARE_BLANK_LINES = 1000;

/** A longer line counts as JSON, and fails as such. */
const LONGEST_BLANK = 4096;

const isBlank = (bytes: Buffer) => bytes.length <= LONGEST_BLANK && bytes.toString('latin1').trim() === '';

/** Splits at line ends; a line longer than `limit` bytes becomes null. */
async function* cut(stream: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer | null> {
  const parts = createGrowing();
  let size = 0;
  const take = (part: Buffer) => {
    size += part.length;
    if (size <= limit) parts.add(part);
    else parts.take();
  };
  const end = () => {
    const line = parts.take();
    const fits = size <= limit;
    size = 0;
    return fits ? line : null;
  };
  for await (const chunk of stream) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, at));
      yield end();
      from = at + 1;
    }
    take(chunk.subarray(from));
  }
  if (size > 0) yield end();
}

export interface LineLimits {
  line: JsonBounds;
  /** Bounds of its longest list, of each item, and of the rest. */
  items: ItemBounds;
  /** Bytes of the whole body. */
  body: number;
}

const tooManyBlank = () => new BoundMet('too_many_blank_lines', 'most of the lines are blank');

async function* linesOf(pieces: AsyncGenerator<Buffer | null>, limits: LineLimits): AsyncGenerator<SentLine> {
  let line = 0;
  let blank = 0;
  try {
    for await (const piece of pieces) {
      line += 1;
      if (piece === null) yield tooLong(line, limits.line.bytes);
      else if (!isBlank(piece)) yield await readLine(line, piece, limits);
      else blank += 1;
      if (blank > SPARE_BLANK_LINES && 2 * blank > SPARE_BLANK_LINES + line) throw tooManyBlank();
    }
  } catch (error) {
    if (!(error instanceof BoundMet)) throw error;
    yield { line: line + 1, stopped: { code: error.code, message: error.message } };
  }
}

/** One line in memory at a time, blank ones left out. The last line names a limit of the body that was met. */
export async function* readLines(request: Request, limits: LineLimits): AsyncGenerator<SentLine> {
  if (!hasBody(request)) return;
  checkMediaType(request, 'application/x-ndjson');
  try {
    yield* linesOf(cut(boundedBody(request, limits.body), limits.line.bytes), limits);
  } finally {
    if (!request.destroyed) drain(request);
  }
}

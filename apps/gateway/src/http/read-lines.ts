import type { Readable } from 'node:stream';
import type { ItemBounds, JsonBounds } from '@hippocamp/core/modules/json/json-scanner';
import { parseBounded } from '@hippocamp/core/modules/json/json-text';
import type { SentLine } from '@hippocamp/core/modules/transfer/read-line';
import { isProblem, Problem } from '@hippocamp/shared/problems';
import type { Request } from 'express';
import { type BodyRoom, createGrowing } from './body-room.js';
import { createPartCount } from './part-count.js';
import { checkMediaType, decoded, drain, failing, grown, growsTooMuch, hasBody, smallParts } from './read-body.js';

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

/** Splits at line ends; a line longer than `limit` bytes becomes null. Each holds its room until the next is asked for. */
async function* cut(stream: AsyncIterable<Buffer>, limit: number, room: LineRoom): AsyncGenerator<Buffer | null> {
  const parts = createGrowing();
  let size = 0;
  const drop = () => {
    parts.take();
    room.leave();
  };
  const take = (part: Buffer) => {
    size += part.length;
    if (size > limit) return drop();
    room.take(part.length);
    parts.add(part);
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
      room.leave();
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

const noRoom = () =>
  new BoundMet('no_room', 'this process holds as many bodies and lines as it can, or as many of this tenant');

const isOverload = (error: unknown) => isProblem(error) && error.problem === 'overloaded';

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
    // With the first line nothing was kept, and the refusal says so.
    const met = line > 0 && isOverload(error) ? noRoom() : error;
    if (!(met instanceof BoundMet)) throw met;
    yield { line: line + 1, stopped: { code: met.code, message: met.message } };
  }
}

interface LineRoom {
  take(bytes: number): void;
  leave(): void;
}

const roomFor = (request: Request, bodies: BodyRoom): LineRoom => ({
  take: (bytes) => bodies.take(request, request.res?.locals.tenant ?? '', bytes),
  leave: () => bodies.leave(request),
});

/**
 * One line in memory at a time, blank ones left out; it takes room until the next is asked for. The last line names a
 * limit of the body that was met.
 */
export async function* readLines(request: Request, limits: LineLimits, bodies: BodyRoom): AsyncGenerator<SentLine> {
  if (!hasBody(request)) return;
  checkMediaType(request, 'application/x-ndjson');
  const pieces = cut(boundedBody(request, limits.body), limits.line.bytes, roomFor(request, bodies));
  try {
    yield* linesOf(pieces, limits);
  } finally {
    if (!request.destroyed) drain(request);
  }
}

import type { ItemBounds, JsonBounds } from '@hippocamp/core/modules/json/json-scanner';
import { parseBounded } from '@hippocamp/core/modules/json/parse-json';
import type { SentLine } from '@hippocamp/core/modules/transfer/read-line';
import { isProblem } from '@hippocamp/shared/problems';
import type { Request } from 'express';
import { BoundMet, boundedBody } from './bounded-body.js';
import { checkMediaType, drain, hasBody } from './read-body.js';

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

/** There may be as many blank lines as others, and so many more: they cost little, and are not for nothing. */
const SPARE_BLANK_LINES = 1000;

/** A longer line of blanks is taken for what it is not: JSON. */
const LONGEST_BLANK = 4096;

const isBlank = (bytes: Buffer) => bytes.length <= LONGEST_BLANK && bytes.toString('latin1').trim() === '';

/** Cuts a stream into lines without line ends; of one that is longer than `limit` bytes, nothing is kept. */
async function* cut(stream: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer | null> {
  let parts: Buffer[] = [];
  let size = 0;
  const take = (part: Buffer) => {
    size += part.length;
    if (size <= limit) parts.push(part);
    else parts = [];
  };
  const end = () => {
    const line = size <= limit ? Buffer.concat(parts) : null;
    parts = [];
    size = 0;
    return line;
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
  /** What each line may hold. */
  line: JsonBounds;
  /** What its longest list may hold, each item of it, and the rest without it. */
  items: ItemBounds;
  /** Bytes of all of them. */
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

/**
 * The lines of a body of `application/x-ndjson`; blank ones are left out. Holds one at a time. Where a limit of the body is met
 * the last says so. A rest that is not read is thrown away.
 */
export async function* readLines(request: Request, limits: LineLimits): AsyncGenerator<SentLine> {
  if (!hasBody(request)) return;
  checkMediaType(request, 'application/x-ndjson');
  try {
    yield* linesOf(cut(boundedBody(request, limits.body), limits.line.bytes), limits);
  } finally {
    if (!request.complete && !request.destroyed) drain(request);
  }
}

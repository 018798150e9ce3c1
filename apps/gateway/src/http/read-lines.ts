import type { JsonBounds } from '@hippocamp/core/modules/json/json-bounds';
import { parseBounded } from '@hippocamp/core/modules/json/parse-json';
import type { SentLine } from '@hippocamp/core/modules/transfer/transfer-service';
import { isProblem, Problem } from '@hippocamp/shared/problems';
import type { Request } from 'express';
import { checkMediaType, decoded, hasBody } from './read-body.js';

const NEWLINE = 0x0a;

const readLine = (line: number, bytes: Buffer, bounds: JsonBounds): SentLine => {
  try {
    return { line, value: parseBounded(bytes, bounds) };
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

const isBlank = (bytes: Buffer) => bytes.toString('latin1').trim() === '';

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

const brokenOff = (cause: unknown) => new Problem('malformed-json', 'The body ended too early.', { cause });

/** The lines of a body of `application/x-ndjson`, each within the bounds; blank ones are left out. Holds one at a time. */
export async function* readLines(request: Request, bounds: JsonBounds): AsyncGenerator<SentLine> {
  if (!hasBody(request)) return;
  checkMediaType(request, 'application/x-ndjson');
  let line = 0;
  const pieces = cut(decoded(request), bounds.bytes);
  for (;;) {
    const next = await pieces.next().catch((error: unknown) => {
      throw brokenOff(error);
    });
    if (next.done) return;
    line += 1;
    if (next.value === null) yield tooLong(line, bounds.bytes);
    else if (!isBlank(next.value)) yield readLine(line, next.value, bounds);
  }
}

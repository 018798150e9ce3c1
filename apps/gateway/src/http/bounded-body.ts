import type { Readable } from 'node:stream';
import type { Gunzip } from 'node:zlib';
import { Problem } from '@hippocamp/shared/problems';
import type { Request } from 'express';
import { decoded } from './read-body.js';

/** A bound of a stream was met: what follows is not read. */
export class BoundMet extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** An export grows some 20 times when it is unpacked; what grows more was made to. */
const MOST_GROWTH = 100;
/** Of so many bytes the growth is not looked at. */
const FREE_BYTES = 1024 * 1024;

const brokenOff = (cause: unknown) => new Problem('malformed-json', 'The body ended too early.', { cause });

const isPacked = (stream: NodeJS.ReadableStream, request: Request): stream is Gunzip => stream !== request;

/**
 * The unpacked bytes of a body, part by part, at most `limit`; throws `BoundMet` where there are more, or where they grew too
 * much. The request stays open whenever the reader leaves, so that it can be answered.
 */
export function boundedBody(request: Request, limit: number): AsyncGenerator<Buffer> {
  // Not within the generator: a coding that is not read here is refused at once.
  const stream = decoded(request);
  const check = (size: number) => {
    if (size > limit) throw new BoundMet('too_many_bytes', `the unpacked body takes more than ${limit} bytes`);
    if (!isPacked(stream, request) || size <= FREE_BYTES + MOST_GROWTH * stream.bytesWritten) return;
    throw new BoundMet('grows_too_much', `the body grows more than ${MOST_GROWTH} times when it is unpacked`);
  };
  return (async function* () {
    let size = 0;
    try {
      for await (const chunk of (stream as Readable).iterator({ destroyOnReturn: false })) {
        const bytes = chunk as Buffer;
        // What is within the limit is read, so that each request gets on.
        if (size + bytes.length > limit) yield bytes.subarray(0, limit - size);
        size += bytes.length;
        check(size);
        yield bytes;
      }
    } catch (error) {
      throw error instanceof BoundMet ? error : brokenOff(error);
    }
  })();
}

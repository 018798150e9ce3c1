import { linesIn } from './lines-in.js';

/** Lines of an export: strings are whole lines, one or several; bytes may be cut anywhere. */
export type Lines =
  | string
  | Iterable<string | Uint8Array>
  | AsyncIterable<string | Uint8Array>
  | ReadableStream<Uint8Array>;

/** Limits of one request. A longer line goes alone. */
const MOST_LINES = 500;
const MOST_CHARACTERS = 1_000_000;

const isStream = (lines: Lines): lines is ReadableStream<Uint8Array> =>
  typeof lines === 'object' && 'getReader' in lines && typeof lines.getReader === 'function';

async function* read(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  } finally {
    await reader.cancel();
  }
}

async function* bytesOf(lines: Lines): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const items = typeof lines === 'string' ? [lines] : isStream(lines) ? read(lines) : lines;
  for await (const item of items) {
    if (typeof item !== 'string') yield item;
    else yield encoder.encode(item.endsWith('\n') ? item : `${item}\n`);
  }
}

export async function* partsOf(lines: Lines): AsyncGenerator<string[]> {
  let part: string[] = [];
  let characters = 0;
  for await (const line of linesIn(bytesOf(lines))) {
    const isFull = part.length >= MOST_LINES || (part.length > 0 && characters + line.length > MOST_CHARACTERS);
    if (isFull) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(line);
    characters += line.length;
  }
  if (part.length > 0) yield part;
}

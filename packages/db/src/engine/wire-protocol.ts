/** Owns its buffer, which can be transferred; small Node buffers share theirs. */
export type OwnBytes = Uint8Array<ArrayBuffer>;

export type FrontendPart =
  | { kind: 'encryption' }
  | { kind: 'startup'; bytes: Uint8Array }
  /** `last` is the type of the last message. */
  | { kind: 'messages'; bytes: Uint8Array; last: number }
  | { kind: 'terminate' };

const ENCRYPTION_CODES = [80877103, 80877104];
const CANCEL_CODE = 80877102;
const TERMINATE = 'X'.charCodeAt(0);

const uint32 = (bytes: Uint8Array, offset: number) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(offset);

export function joined(chunks: readonly Uint8Array[]): OwnBytes {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** A Terminate is not part of a run. */
function completeRun(bytes: Uint8Array): { end: number; last: number } {
  let end = 0;
  let last = 0;
  while (end + 5 <= bytes.length && bytes[end] !== TERMINATE) {
    const next = end + 1 + uint32(bytes, end + 1);
    if (next > bytes.length) break;
    last = bytes[end] ?? 0;
    end = next;
  }
  return { end, last };
}

export function createFrontendReader() {
  let started = false;
  let rest: Uint8Array = new Uint8Array(0);

  /** Messages before the start of a session have no type byte. */
  function opening(): FrontendPart | null {
    if (rest.length < 8) return null;
    const length = uint32(rest, 0);
    if (rest.length < length) return null;
    const code = uint32(rest, 4);
    const bytes = rest.subarray(0, length);
    rest = rest.subarray(length);
    if (ENCRYPTION_CODES.includes(code)) return { kind: 'encryption' };
    if (code === CANCEL_CODE) return { kind: 'terminate' };
    started = true;
    return { kind: 'startup', bytes };
  }

  function running(): FrontendPart | null {
    const { end, last } = completeRun(rest);
    if (end > 0) {
      const bytes = rest.subarray(0, end);
      rest = rest.subarray(end);
      return { kind: 'messages', bytes, last };
    }
    return rest[0] === TERMINATE ? { kind: 'terminate' } : null;
  }

  /** Yields what is complete once `chunk` has arrived; nothing follows a terminate. */
  return function* read(chunk: Uint8Array): Generator<FrontendPart> {
    rest = rest.length === 0 ? chunk : joined([rest, chunk]);
    for (;;) {
      const part = started ? running() : opening();
      if (part) yield part;
      if (!part || part.kind === 'terminate') return;
    }
  };
}

export function simpleQuery(sql: string): Uint8Array {
  const text = new TextEncoder().encode(sql);
  const bytes = new Uint8Array(text.length + 6);
  bytes[0] = 'Q'.charCodeAt(0);
  new DataView(bytes.buffer).setUint32(1, text.length + 5);
  bytes.set(text, 5);
  return bytes;
}

export const sync = (): Uint8Array => Uint8Array.of('S'.charCodeAt(0), 0, 0, 0, 4);

/** Sent in pieces, so that the other thread reads a large answer while it is made. */
const PIECE_BYTES = 256 * 1024;
const READY_BYTES = 6;
const READY_START = [...'Z'].map((letter) => letter.charCodeAt(0)).concat(0, 0, 0, 5);

export function createAnswer(send: (bytes: OwnBytes) => void) {
  let chunks: Uint8Array[] = [];
  let length = 0;
  let tail: Uint8Array = new Uint8Array(0);

  function flush(): void {
    if (length > 0) send(joined(chunks));
    chunks = [];
    length = 0;
  }

  return {
    flush,
    /** `view` is into the engine's memory and valid only during the call. */
    add(view: Uint8Array): void {
      const chunk = view.slice();
      chunks.push(chunk);
      length += chunk.length;
      tail = chunk.length >= READY_BYTES ? chunk.subarray(-READY_BYTES) : joined([tail, chunk]);
      if (length >= PIECE_BYTES) flush();
    },
    /** Without "ready for query" at the end, the backend will never answer again. */
    isReady(): boolean {
      const end = tail.subarray(-READY_BYTES);
      return end.length === READY_BYTES && READY_START.every((byte, index) => end[index] === byte);
    },
  };
}

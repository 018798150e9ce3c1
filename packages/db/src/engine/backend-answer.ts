import type { OwnBytes } from './worker-messages.js';

/** Answers are sent on in pieces, so that the other thread reads a large one while it is still being made. */
const PIECE_BYTES = 256 * 1024;
const READY_BYTES = 6;
const READY_START = [...'Z'].map((letter) => letter.charCodeAt(0)).concat(0, 0, 0, 5);

const joined = (chunks: readonly Uint8Array[], length: number): OwnBytes => {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
};

/** Collects what the backend answers to one run of messages. */
export function createAnswer(send: (bytes: OwnBytes) => void) {
  let chunks: Uint8Array[] = [];
  let length = 0;
  let tail: Uint8Array = new Uint8Array(0);

  function flush(): void {
    if (length > 0) send(joined(chunks, length));
    chunks = [];
    length = 0;
  }

  return {
    flush,
    /** The view is into the engine's memory and only good during the call. */
    add(view: Uint8Array): void {
      const chunk = view.slice();
      chunks.push(chunk);
      length += chunk.length;
      tail =
        chunk.length >= READY_BYTES ? chunk.subarray(-READY_BYTES) : joined([tail, chunk], tail.length + chunk.length);
      if (length >= PIECE_BYTES) flush();
    },
    /** Whether the backend ended with "ready for query": without that it will never answer again. */
    isReady(): boolean {
      const end = tail.subarray(-READY_BYTES);
      return end.length === READY_BYTES && READY_START.every((byte, index) => end[index] === byte);
    },
  };
}

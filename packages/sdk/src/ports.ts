export interface Ports {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs something after some time, unless the returned function is called before. */
  after(milliseconds: number, run: () => void): () => void;
  /** In 0..1, without 1. */
  random(): number;
  newKey(): string;
}

const KEY_BYTES = 16;

/** Random bytes, since `randomUUID` is missing in pages that are not from https. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Works in browsers, Node, Deno and Bun. */
export const platform: Ports = {
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  newKey,
};

/** Rejects with the reason of the signal. */
export const wait = (ports: Ports, milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const leave = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = ports.after(milliseconds, () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    });
    signal?.addEventListener('abort', leave, { once: true });
  });

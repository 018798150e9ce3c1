import { ConnectionFailed, isHippocampError, TimedOut } from '../errors.js';
import { type Ports, wait } from '../ports.js';

export interface StreamLimits {
  /** Milliseconds between two pieces. */
  timeoutMs: number;
  signal: AbortSignal | undefined;
  url: string;
}

/** Throws where nothing comes for `timeoutMs`, and where the caller aborts. */
export async function* piecesOf(response: Response, ports: Ports, limits: StreamLimits): AsyncGenerator<Uint8Array> {
  const { timeoutMs, signal, url } = limits;
  // Some platforms do not iterate over a body by themselves.
  const reader = response.body?.getReader();
  if (!reader) return;
  const next = async () => {
    const enough = new AbortController();
    const leave = () => enough.abort(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    const late = wait(ports, timeoutMs, enough.signal).then(() => {
      throw new TimedOut(url, timeoutMs);
    });
    try {
      signal?.throwIfAborted();
      return await Promise.race([reader.read(), late]);
    } catch (error) {
      if (signal?.aborted || isHippocampError(error)) throw error;
      throw new ConnectionFailed(url, error, false);
    } finally {
      late.catch(() => undefined);
      signal?.removeEventListener('abort', leave);
      enough.abort();
    }
  };
  try {
    for (let piece = await next(); !piece.done; piece = await next()) yield piece.value;
  } finally {
    // A connection that hangs would hold back the error, so nobody waits here.
    reader.cancel().catch(() => undefined);
  }
}

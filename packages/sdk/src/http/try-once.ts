import { ConnectionFailed, isHippocampError, TimedOut, wasNeverSent } from '../errors.js';
import type { Ports } from '../ports.js';
import type { Prepared } from './prepare.js';
import { shownUrl } from './shown-url.js';

export interface TryOptions {
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Rejects on abort, also where the platform's fetch does not. */
const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** Sends and reads within `timeoutMs`. Throws the reason of the caller's signal, or an error of the client. */
export async function tryOnce<Result>(
  ports: Ports,
  { url, init }: Prepared,
  { timeoutMs, signal }: TryOptions,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const leave = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', leave, { once: true });
  const cancel = ports.after(timeoutMs, () => controller.abort(new TimedOut(shownUrl(url), timeoutMs)));
  const aborted = abortOf(controller.signal);
  const answered = ports.fetch(url, { ...init, redirect: 'manual', signal: controller.signal }).then(read);
  try {
    return await Promise.race([answered, aborted]);
  } catch (error) {
    // Nobody waits for the loser of the race, which may fail later.
    answered.catch(() => undefined);
    if (controller.signal.aborted) throw controller.signal.reason;
    throw isHippocampError(error) ? error : new ConnectionFailed(shownUrl(url), error, wasNeverSent(error));
  } finally {
    cancel();
    signal?.removeEventListener('abort', leave);
  }
}

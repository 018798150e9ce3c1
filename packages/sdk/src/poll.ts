import { StillWorking, WorkFailed } from './errors.js';
import { mayTryAgain } from './http/retry-rules.js';
import type { CallOptions } from './options.js';
import { type Ports, wait } from './ports.js';

export interface WaitOptions extends CallOptions {
  /** Milliseconds to wait; the work goes on after that. Default 10 min. */
  waitMs?: number;
}

interface Work {
  status: 'processing' | 'done' | 'failed';
}

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 2000;
const GROWTH = 1.5;
const WAIT = 600_000;

/** Waits until the work is done. Goes on through passing errors, such as a restart of the service. */
export async function poll<Done extends Work>(
  ports: Ports,
  id: string,
  { waitMs = WAIT, signal }: WaitOptions,
  read: () => Promise<Done>,
): Promise<Done> {
  const deadline = ports.now() + waitMs;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * GROWTH, LONGEST_PAUSE)) {
    const found = await read().catch((error: unknown) => {
      if (mayTryAgain(error, true) && ports.now() < deadline) return undefined;
      throw error;
    });
    if (found?.status === 'done') return found;
    if (found?.status === 'failed') throw new WorkFailed(id, found);
    if (ports.now() + pause > deadline) throw new StillWorking(id, waitMs);
    await wait(ports, pause, signal);
  }
}

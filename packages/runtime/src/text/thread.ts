import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import type { Encoding } from '@hippocamp/adapters/gpt-tokenizer/tokenizer';
import type { ThreadTask } from '@hippocamp/adapters/text-threads/threads';
import { createTextPorts, type TextTask } from './text-ports.js';

/** Requests go before texts. Only Linux has a priority for each thread. */
function stepBack(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The priority matters only on a busy machine.
  }
}

stepBack();

const ports = await createTextPorts(workerData as Encoding);

export function answer({ startedAt, task: { port, method, parameters } }: ThreadTask<TextTask>): unknown {
  startedAt[0] = Date.now();
  const asked = ports[port] as unknown as Record<string, (...parameters: readonly unknown[]) => Promise<unknown>>;
  const found = asked[method];
  if (!found) throw new Error(`No port of texts answers ${port}.${method}.`);
  return found(...parameters);
}

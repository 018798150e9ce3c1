import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import type { Encoding } from '@hippocamp/adapters/gpt-tokenizer/tokenizer';
import type { ThreadTask } from '@hippocamp/adapters/text-threads/threads';
import { createTextPorts, type TextTask } from './text-ports.js';

/** On Linux each thread has a priority: who serves requests goes before who reads texts. Elsewhere all have the same. */
function stepBack(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Only the order of waiting on a busy machine depends on it.
  }
}

stepBack();

/** The program of a text thread: it builds the ports and calls them by name. */
const ports = await createTextPorts(workerData as Encoding);

export function answer({ startedAt, task: { port, method, parameters } }: ThreadTask<TextTask>): unknown {
  startedAt[0] = Date.now();
  const asked = ports[port] as unknown as Record<string, (...parameters: readonly unknown[]) => Promise<unknown>>;
  const found = asked[method];
  if (!found) throw new Error(`No port of texts answers ${port}.${method}.`);
  return found(...parameters);
}

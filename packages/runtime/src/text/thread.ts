import { workerData } from 'node:worker_threads';
import type { Encoding } from '@hippocamp/adapters/gpt-tokenizer/tokenizer';
import { createTextPorts } from './text-ports.js';
import type { TextTask } from './text-task.js';

/** What a thread for texts runs: the ports of one thread, asked by name. */
const ports = await createTextPorts(workerData as Encoding);

type Method = (...parameters: readonly unknown[]) => Promise<unknown>;

export function answer({ port, method, parameters }: TextTask): Promise<unknown> {
  const asked = ports[port] as unknown as Record<string, Method>;
  const found = asked[method];
  if (!found) throw new Error(`No port of texts answers ${port}.${method}.`);
  return found(...parameters);
}

import { type GeneratedMemory, generateMemories, take } from '../data/memories.js';
import { type Client, expectSuccess } from '../measure/client.js';
import { waitForOutbox } from '../processes/gateway.js';
import type { Progress } from '../report/progress.js';

export interface Fill {
  size: number;
  /** Rows of each batch but the last. */
  batch: number;
  times: number[];
  /** Seconds after the last answer until the outbox was empty. */
  catchUp: number;
}

export const BATCH = 500;

export const tenantOf = (size: number): string => `bench-${size}`;

const created = (text: string): number => text.split('"status":201').length - 1;

export async function postBatch(client: Client, tenant: string, memories: GeneratedMemory[]): Promise<number> {
  const answer = expectSuccess(await client.post('/memories/batch', tenant, JSON.stringify({ memories })));
  if (created(answer.text) === memories.length) return answer.milliseconds;
  throw new Error(`of ${memories.length} memories ${created(answer.text)} were created: ${answer.text.slice(0, 500)}`);
}

export interface Filling {
  client: Client;
  url: string;
  progress: Progress;
  now: Date;
}

export async function fillTenant(size: number, { client, url, progress, now }: Filling): Promise<Fill> {
  const memories = generateMemories(size, now);
  const times: number[] = [];
  progress.say(`fill: ${size} memories`);
  for (let sent = 0; sent < size; sent += BATCH) {
    times.push(await postBatch(client, tenantOf(size), take(memories, Math.min(BATCH, size - sent))));
    const seconds = times.reduce((sum, time) => sum + time, 0) / 1000;
    progress.update(
      `${Math.min(size, sent + BATCH)} of ${size} memories, ${Math.round((sent + BATCH) / seconds)} a second`,
    );
  }
  const end = performance.now();
  await waitForOutbox(url);
  return { size, batch: BATCH, times, catchUp: (performance.now() - end) / 1000 };
}

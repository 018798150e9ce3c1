import type { Client } from '../measure/client.js';
import { closedLoop, type Sample } from '../measure/closed-loop.js';
import type { Options } from '../options.js';
import type { Progress } from '../report/progress.js';
import { createAsk, createNothing } from './ask.js';

/** A size and a concurrency, beside the control right before it; one sample for each pass. */
export interface LatencyCell {
  size: number;
  connections: number;
  query: Sample[];
  control: Sample[];
}

export const concurrencies = [1, 8];

const CONTROL_SECONDS = 2;

async function measureCell(client: Client, cell: LatencyCell, options: Options, pass: number): Promise<void> {
  const { size, connections } = cell;
  const { requests, seconds } = options;
  const most = requests * connections;
  const ask = createAsk(client, { size, seed: 1000 * pass + connections });
  cell.control.push(await closedLoop(createNothing(client), { connections, requests: most, seconds: CONTROL_SECONDS }));
  cell.query.push(await closedLoop(ask, { connections, requests: most, seconds, least: 5 * connections }));
}

const WARM_UP = 20;

async function warmUp(client: Client, sizes: readonly number[]): Promise<void> {
  await closedLoop(createNothing(client), { connections: 8, requests: 500, seconds: 2 });
  for (const size of sizes.toReversed()) {
    const ask = createAsk(client, { size, seed: 1 });
    await closedLoop(ask, { connections: 1, requests: WARM_UP, seconds: 2 });
  }
}

export async function measureLatency(client: Client, options: Options, progress: Progress): Promise<LatencyCell[]> {
  const { sizes, passes } = options;
  const cells = sizes
    .toReversed()
    .flatMap((size) =>
      concurrencies.map((connections): LatencyCell => ({ size, connections, query: [], control: [] })),
    );
  progress.say('queries: warming up');
  await warmUp(client, sizes);
  for (let pass = 1; pass <= passes; pass += 1) {
    for (const cell of cells) {
      progress.say(`queries: pass ${pass} of ${passes}, ${cell.size} memories, ${cell.connections} at once`);
      await measureCell(client, cell, options, pass);
    }
  }
  return cells;
}

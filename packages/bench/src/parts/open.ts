import type { Client } from '../measure/client.js';
import { pool, throughput } from '../measure/closed-loop.js';
import { type OpenSample, openLoop } from '../measure/open-loop.js';
import type { Options } from '../options.js';
import type { Progress } from '../report/progress.js';
import { createAsk } from './ask.js';
import type { LatencyCell } from './latency.js';

export interface OpenCell {
  size: number;
  saturation: number;
  share: number;
  sample: OpenSample;
}

const saturationOf = (cells: readonly LatencyCell[], size: number): number =>
  Math.max(...cells.filter((cell) => cell.size === size).map(({ query }) => throughput(pool(query))));

export async function measureOpen(
  client: Client,
  cells: readonly LatencyCell[],
  { rates, openSizes, openSeconds }: Options,
  progress: Progress,
): Promise<OpenCell[]> {
  const results: OpenCell[] = [];
  for (const size of openSizes) {
    const saturation = saturationOf(cells, size);
    for (const share of rates) {
      progress.say(`open loop: ${size} memories, ${Math.round(share * saturation * 10) / 10} queries a second`);
      const ask = createAsk(client, { size, seed: Math.round(share * 10_000) });
      results.push({ size, saturation, share, sample: await openLoop(ask, share * saturation, openSeconds) });
    }
  }
  return results;
}

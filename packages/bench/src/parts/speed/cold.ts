import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../measure/client.js';
import { closedLoop, pool, type Sample, type Send } from '../../measure/closed-loop.js';
import { openLoop } from '../../measure/open-loop.js';
import type { Progress } from '../../report/progress.js';
import { createAsking, questionsFor } from './asking.js';
import type { Place } from './places.js';
import { rateOf } from './rate.js';

/** The costs of a tenant's first queries after a start. */
export interface Cold {
  memories: number;
  /** Memories of the tenant that asks meanwhile. */
  neighbour: number;
  rate: number;
  /** ms of the cold tenant's queries in order; the first one begins the filling. */
  own: number[];
  /** Seconds from its first query until one was answered from memory. */
  filled: number;
  /** The neighbour's open loop: alone, and meanwhile. */
  quiet: Sample;
  beside: Sample;
}

const QUIET_SECONDS = 10;
const DEADLINE = 120;
const EVERY = 250;

/** A query from memory takes about `warm` ms, one from the database ten times as long. */
const isFromMemory = (milliseconds: number, warm: number) => milliseconds < 3 * warm;

async function askCold(client: Client, large: Place, warm: number): Promise<Pick<Cold, 'own' | 'filled'>> {
  const ask = createAsking(client, questionsFor(large), undefined);
  const start = performance.now();
  const own: number[] = [];
  for (;;) {
    own.push((await ask()).milliseconds);
    const filled = (performance.now() - start) / 1000;
    if (isFromMemory(own.at(-1) ?? warm, warm) || filled > DEADLINE) return { own, filled };
    await sleep(EVERY);
  }
}

/** A loop begins each second even while earlier ones wait, so slow answers do not reduce the questions. */
async function askUntil(isOver: () => boolean, ask: Send, rate: number): Promise<Sample> {
  const seconds: Promise<Sample>[] = [];
  while (!isOver()) {
    seconds.push(openLoop(ask, rate, 1));
    await sleep(1000);
  }
  return pool(await Promise.all(seconds));
}

/** The gateway must just have started. `warm`: ms of a query of the large tenant in memory. */
export async function measureCold(
  client: Client,
  { large, small, warm }: { large: Place; small: Place; warm: number },
  progress: Progress,
): Promise<Cold> {
  progress.say(`speed: a cold tenant of ${large.memories}`);
  const ask = createAsking(client, questionsFor(small), undefined);
  await closedLoop(ask, { connections: 1, requests: 100, seconds: 10 });
  const { latencies } = await closedLoop(ask, { connections: 1, requests: 50, seconds: 5 });
  const rate = rateOf(latencies);
  const quiet = await openLoop(ask, rate, QUIET_SECONDS);
  let isOver = false;
  const asked = askCold(client, large, warm).finally(() => {
    isOver = true;
  });
  const beside = await askUntil(() => isOver, ask, rate);
  return { memories: large.memories, neighbour: small.memories, rate, ...(await asked), quiet, beside };
}

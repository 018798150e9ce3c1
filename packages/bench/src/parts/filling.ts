import { setTimeout as sleep } from 'node:timers/promises';
import { removeCollections } from '@hippocamp/runtime/testing/collections';
import { envelope } from '@hippocamp/shared/schemas/common';
import { queryAnswer } from '@hippocamp/shared/schemas/query';
import { ready } from '@hippocamp/shared/schemas/system';
import { createQuestions } from '../data/questions.js';
import type { Client } from '../measure/client.js';
import type { Options } from '../options.js';
import { type Engines, startEngines } from '../processes/engines.js';
import type { Progress } from '../report/progress.js';
import { K } from './ask.js';
import { fillTenant, tenantOf } from './fill.js';
import { withPlace } from './production/place.js';

export interface Filling {
  /** Memories of the tenant whose index is filled, and of its neighbour. */
  size: number;
  neighbour: number;
  /** ms of the neighbour's queries: alone, and when its own index was whole again but the other's was not. */
  quiet: number[];
  beside: number[];
  /** The neighbour's queries that were refused, or told that they could not look at everything. */
  refused: number;
  told: number;
  /** s from the loss until the neighbour's index is whole, and until all is. */
  neighbourWhole: number;
  whole: number;
}

const NEIGHBOUR = 500;
const QUIET = 200;
const EVERY = 20;
const DEADLINE = 300_000;

const answered = envelope(queryAnswer);

type State = 'lost' | 'filling' | 'whole';

/** An unnoticed loss looks like a whole index, so the state before decides. */
const stateOf = async (client: Client, before: State): Promise<State> => {
  const { checks } = ready.parse(JSON.parse((await client.get('/readyz')).text));
  if (checks.index?.detail?.includes('not in it yet')) return 'filling';
  return before !== 'lost' && checks.outbox?.detail?.startsWith('0 waiting') ? 'whole' : before;
};

const createAsk = (client: Client) => {
  const question = createQuestions('words of the memories', 11);
  return async () => {
    const body = JSON.stringify({ text: question(), k: K });
    const answer = await client.post('/memories/query', tenantOf(NEIGHBOUR), body);
    const told = answer.status === 200 && answered.parse(JSON.parse(answer.text)).data.degraded?.includes('index');
    return { ...answer, told: told === true };
  };
};

type Ask = ReturnType<typeof createAsk>;

async function measureQuiet(ask: Ask): Promise<number[]> {
  const times: number[] = [];
  while (times.length < QUIET) {
    times.push((await ask()).milliseconds);
    await sleep(EVERY);
  }
  return times;
}

async function measureLoss(ask: Ask, client: Client, filling: Filling): Promise<void> {
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  let looked = 0;
  let state: State = 'lost';
  while (state !== 'whole' && seconds() * 1000 < DEADLINE) {
    const { status, told, milliseconds } = await ask();
    if (status !== 200) filling.refused += 1;
    else if (told) filling.told += 1;
    else filling.beside.push(milliseconds);
    if (status !== 200 || told) filling.neighbourWhole = seconds();
    await sleep(EVERY);
    if (seconds() - looked < 1) continue;
    looked = seconds();
    state = await stateOf(client, state);
  }
  filling.whole = seconds();
}

async function measure({ servers }: Engines, size: number, progress: Progress): Promise<Filling> {
  return withPlace(servers, 2, async ({ service, client }) => {
    const { url } = service.gateway;
    const now = new Date();
    for (const each of [size, NEIGHBOUR]) await fillTenant(each, { client, url, progress, now });
    const ask = createAsk(client);
    const quiet = await measureQuiet(ask);
    const filling = { size, neighbour: NEIGHBOUR, quiet, beside: [], refused: 0, told: 0, neighbourWhole: 0, whole: 0 };
    progress.say(`filling: the index of ${size} memories is lost`);
    await removeCollections(servers.qdrantUrl, service.settings.QDRANT_PREFIX ?? '');
    await measureLoss(ask, client, filling);
    return filling;
  });
}

export async function measureFilling(results: Filling[], { filled }: Options, progress: Progress): Promise<void> {
  const engines = await startEngines();
  try {
    results.push(await measure(engines, filled, progress));
  } finally {
    await engines.stop();
  }
}

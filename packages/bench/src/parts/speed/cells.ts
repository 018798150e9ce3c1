import type { Client } from '../../measure/client.js';
import { closedLoop, type Sample } from '../../measure/closed-loop.js';
import { type OpenSample, openLoop } from '../../measure/open-loop.js';
import type { Options } from '../../options.js';
import { residentMemory } from '../../processes/resident-memory.js';
import type { Child } from '../../processes/start-process.js';
import type { Progress } from '../../report/progress.js';
import type { Weights } from '../ask.js';
import { createAsking, explainOf, questionsFor } from './asking.js';
import type { Place } from './places.js';
import { rateOf, secondsAt } from './rate.js';

export interface SpeedCell extends Place {
  weights: string;
  rate: number;
  /** Each question for the first time, one at a time, and then all once more. */
  first: Sample;
  again: Sample;
  samples: OpenSample[];
  /** One at a time, after all passes. */
  atOnce: Sample;
  work: ReturnType<typeof explainOf>[];
  /** MiB of the gateway after the cell was first asked; null where there is no /proc. */
  resident: number | null;
}

const plans: readonly { name: string; weights: Weights }[] = [
  { name: 'default', weights: undefined },
  { name: 'semantic only', weights: { semantic: 1 } },
];

interface Plan {
  cell: SpeedCell;
  weights: Weights;
}

const EXPLAINED = 20;

async function warmUp({ client, gateway }: Running, { cell, weights }: Plan): Promise<void> {
  const asked = questionsFor(cell);
  const limits = { connections: 1, requests: asked.length, seconds: 60 };
  const ask = createAsking(client, asked, weights);
  cell.first = await closedLoop(ask, limits);
  cell.again = await closedLoop(ask, { ...limits, seconds: 5 });
  cell.rate = rateOf(cell.again.latencies);
  cell.resident = (await residentMemory(gateway.pid))?.now ?? null;
}

async function explain({ client }: Running, { cell, weights }: Plan): Promise<void> {
  const ask = createAsking(client, questionsFor(cell), weights, true);
  const send = async () => {
    const answer = await ask();
    cell.work.push(explainOf(answer.text));
    return answer;
  };
  const { firstFailure } = await closedLoop(send, { connections: 1, requests: EXPLAINED, seconds: 10 });
  if (firstFailure !== null) throw new Error(firstFailure);
}

interface Running {
  client: Client;
  gateway: Child;
}

async function askAtOnce({ client }: Running, { cell, weights }: Plan): Promise<void> {
  const ask = createAsking(client, questionsFor(cell), weights);
  cell.atOnce = await closedLoop(ask, { connections: 1, requests: 300, seconds: 10 });
}

const nothing: Sample = { latencies: [], failures: 0, firstFailure: null, seconds: 0 };

const plan = (place: Place, { name, weights }: (typeof plans)[number]): Plan => ({
  cell: {
    ...place,
    weights: name,
    rate: 0,
    first: nothing,
    again: nothing,
    samples: [],
    atOnce: nothing,
    work: [],
    resident: null,
  },
  weights,
});

async function measurePass({ client }: Running, { cell, weights }: Plan, share: number, openSeconds: number) {
  const ask = createAsking(client, questionsFor(cell), weights);
  cell.samples.push(await openLoop(ask, cell.rate, share * secondsAt(cell.rate, openSeconds)));
}

/** Places and weights take turns in each pass. */
export async function measureCells(
  running: Running,
  places: readonly Place[],
  { passes, openSeconds }: Pick<Options, 'passes' | 'openSeconds'>,
  progress: Progress,
): Promise<SpeedCell[]> {
  const all = places.flatMap((place) => plans.map((each) => plan(place, each)));
  const say = (what: string, { cell }: Plan) =>
    progress.say(`speed: ${what}, ${cell.memories} memories of ${cell.tenants}, ${cell.weights}`);
  for (const each of all) {
    say('first questions', each);
    await warmUp(running, each);
  }
  for (let pass = 0; pass < passes; pass += 1) {
    for (const each of all) {
      say(`pass ${pass + 1} of ${passes} at ${each.cell.rate.toFixed(1)} a second`, each);
      await measurePass(running, each, 1 / passes, openSeconds);
    }
  }
  for (const each of all) {
    await askAtOnce(running, each);
    await explain(running, each);
  }
  return all.map(({ cell }) => cell);
}

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { envelope } from '@hippocamp/shared/schemas/common';
import { queryAnswer } from '@hippocamp/shared/schemas/query';
import { generateLongText } from '../../data/memories.js';
import { type Client, expectSuccess } from '../../measure/client.js';
import { createRandom } from '../../quality/random.js';
import { INGEST_LENGTH } from '../bodies.js';
import { respondAsync, seeds } from './requests.js';

export interface Searchable {
  /** ms from the 202 until the answer of the query that found the text. */
  times: number[];
  queries: number[];
  missed: number;
}

/** ms from an answer to the next query. */
export const ASK_EVERY = 20;

const DEADLINE = 30_000;

const schema = envelope(queryAnswer);

interface Probe {
  tenant: string;
  sentence: string;
}

async function finds(client: Client, { tenant, sentence }: Probe, queries: number[]): Promise<boolean> {
  const answer = expectSuccess(await client.post('/memories/query', tenant, JSON.stringify({ text: sentence, k: 3 })));
  queries.push(answer.milliseconds);
  const { results } = schema.parse(JSON.parse(answer.text)).data;
  return results.some(({ memory }) => memory.content.includes(sentence));
}

async function measureProbe(client: Client, probe: Probe, result: Searchable, random: () => number): Promise<void> {
  const { tenant, sentence } = probe;
  const content = `${generateLongText(INGEST_LENGTH - sentence.length - 1, random)} ${sentence}`;
  const body = JSON.stringify({ content, source: 'note' });
  expectSuccess(await client.post('/ingest', tenant, body, respondAsync));
  const accepted = performance.now();
  while (performance.now() - accepted < DEADLINE) {
    if (await finds(client, probe, result.queries)) {
      result.times.push(performance.now() - accepted);
      return;
    }
    await sleep(ASK_EVERY);
  }
  result.missed += 1;
}

/** Texts one after the other, each in its own tenant, while `more` holds. */
export async function measureSearchable(
  client: Client,
  name: string,
  more: (probes: number) => boolean,
): Promise<Searchable> {
  const random = createRandom(seeds.probes);
  const result: Searchable = { times: [], queries: [], missed: 0 };
  for (let probes = 0; more(probes); probes += 1) {
    const sentence = `Parcel number ${1000 + probes} goes to the harbour of Turku.`;
    await measureProbe(client, { tenant: `bench-${name}-${probes}`, sentence }, result, random);
  }
  return result;
}

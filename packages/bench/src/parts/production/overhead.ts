import { type IndexCall, startIndexRecorder } from '../../controls/index-recorder.js';
import { createQuestions } from '../../data/questions.js';
import { type Client, createClient, expectSuccess } from '../../measure/client.js';
import { startProductionGateway } from '../../processes/production.js';
import type { Progress } from '../../report/progress.js';
import { K } from '../ask.js';
import { tenantOf } from '../fill.js';
import type { Place } from './place.js';
import { seeds } from './requests.js';

/** ms of each question, in the same order. */
export interface Overhead {
  whole: number[];
  /** The same calls to the index, without the gateway. */
  index: number[];
  nothing: number[];
  calls: number[];
}

const QUESTIONS = 150;
const WARM = 30;

interface Asked {
  body: string;
  calls: IndexCall[];
}

/** Another gateway answers the questions through a recorder, which keeps its calls to the index. */
async function record({ service }: Place, size: number): Promise<Asked[]> {
  const target = (service.settings.QDRANT_URL ?? '').replace(/\/+$/, '');
  const recorder = await startIndexRecorder(target);
  const gateway = await startProductionGateway({ ...service.settings, QDRANT_URL: recorder.url });
  const client = createClient(gateway.url);
  const question = createQuestions('words of the memories', seeds.questions);
  const asked: Asked[] = [];
  try {
    for (let index = 0; index < QUESTIONS + WARM; index += 1) {
      const body = JSON.stringify({ text: question(), k: K });
      expectSuccess(await client.post('/memories/query', tenantOf(size), body));
      asked.push({ body, calls: recorder.take() });
    }
  } finally {
    client.close();
    await gateway.stop();
    await recorder.stop();
  }
  return asked;
}

async function askIndex(qdrant: Client, calls: readonly IndexCall[]): Promise<number> {
  let sum = 0;
  for (const { path, body } of calls) sum += expectSuccess(await qdrant.post(path, 'bench', body)).milliseconds;
  return sum;
}

async function measureQuestions(
  asked: readonly Asked[],
  { gateway, qdrant, express, size }: { gateway: Client; qdrant: Client; express: Client; size: number },
): Promise<Overhead> {
  const result: Overhead = { whole: [], index: [], nothing: [], calls: [] };
  for (const [place, { body, calls }] of asked.entries()) {
    const askGateway = async () =>
      expectSuccess(await gateway.post('/memories/query', tenantOf(size), body)).milliseconds;
    // The second to be asked may find warm data, so they take turns.
    const before = place % 2 === 0 ? null : await askIndex(qdrant, calls);
    const whole = await askGateway();
    const index = before ?? (await askIndex(qdrant, calls));
    const nothing = expectSuccess(await express.get('/livez')).milliseconds;
    if (place < WARM) continue;
    result.whole.push(whole);
    result.index.push(index);
    result.nothing.push(nothing);
    result.calls.push(calls.length);
  }
  return result;
}

export async function measureOverhead(
  place: Place,
  express: Client,
  size: number,
  progress: Progress,
): Promise<Overhead> {
  progress.say('production: queries beside their calls to the index');
  const asked = await record(place, size);
  const qdrant = createClient((place.service.settings.QDRANT_URL ?? '').replace(/\/+$/, ''));
  try {
    return await measureQuestions(asked, { gateway: place.client, qdrant, express, size });
  } finally {
    qdrant.close();
  }
}

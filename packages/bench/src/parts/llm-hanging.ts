import type { ServerResponse } from 'node:http';
import { createApi } from '@hippocamp/e2e/client';
import { createRandom } from '@hippocamp/e2e/random';
import { sentence } from '@hippocamp/e2e/sentence';
import { startLlmStandIn } from '@hippocamp/runtime/testing/llm-stand-in';
import { startGateway, waitForOutbox } from '../processes/gateway.js';
import { temporaryFolder } from '../processes/temporary-folder.js';
import type { Progress } from '../report/progress.js';

/** ms of a neighbour's ingests, one after the other: while a language model answers at once, and while it hangs. */
export interface LlmHanging {
  quiet: number[];
  hanging: number[];
}

/** The two states take turns, so that a busy machine slows both. */
const [ROUNDS, INGESTS] = [5, 20];
/** As many other texts keep all places of the model taken. */
const PLACES = 2;

const NOTHING = JSON.stringify({ choices: [{ message: { content: '{"statements":[]}' } }] });
const answer = (response: ServerResponse) => void response.writeHead(200).end(NOTHING);

async function startHangingModel() {
  const standIn = await startLlmStandIn();
  const held: ServerResponse[] = [];
  let full: (() => void) | null = null;
  standIn.fail((response) => {
    if (full === null) return answer(response);
    held.push(response);
    if (held.length === PLACES) full();
  }, 10_000);
  return {
    ...standIn,
    async hang(fill: () => Promise<unknown>) {
      const isFull = new Promise<void>((resolve) => {
        full = resolve;
      });
      await Promise.all([fill(), isFull]);
    },
    goOn() {
      full = null;
      for (const response of held.splice(0)) answer(response);
    },
  };
}

let numbers = 0;
const random = createRandom(7);

const ingest = async (url: string, tenant?: string): Promise<number> => {
  numbers += 1;
  const start = performance.now();
  await createApi(url, tenant).post('/ingest', { content: sentence(numbers, random), source: 'note' });
  return performance.now() - start;
};

export async function measureLlmHanging(progress: Progress): Promise<LlmHanging> {
  const model = await startHangingModel();
  const settings = {
    LLM_URL: model.url,
    LLM_MODEL: 'hanging',
    LLM_CONCURRENCY: `${PLACES}`,
    LLM_TIMEOUT_SECONDS: '900',
  };
  const gateway = await startGateway(temporaryFolder(), 'local', settings);
  const { url } = gateway;
  const results: LlmHanging = { quiet: [], hanging: [] };
  await ingest(url, 'neighbour');
  for (let round = 0; round < ROUNDS; round += 1) {
    progress.say(`llm-hanging: round ${round + 1} of ${ROUNDS}`);
    for (let count = 0; count < INGESTS; count += 1) {
      await waitForOutbox(url);
      results.quiet.push(await ingest(url, 'neighbour'));
    }
    await waitForOutbox(url);
    await model.hang(() => Promise.all(Array.from({ length: PLACES }, () => ingest(url))));
    for (let count = 0; count < INGESTS; count += 1) results.hanging.push(await ingest(url, 'neighbour'));
    model.goOn();
  }
  await waitForOutbox(url);
  await gateway.stop();
  await model.stop();
  return results;
}

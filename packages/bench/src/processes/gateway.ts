import { setTimeout as sleep } from 'node:timers/promises';
import { ready } from '@hippocamp/shared/schemas/system';
import { type Child, startProcess } from './start-process.js';

export const gatewayScript = new URL('../../../../apps/gateway/dist/main.js', import.meta.url);

/** The default embedder is that of word vectors, so that the model's speed is not measured. */
export const startGateway = (
  folder: string,
  embedder = 'words',
  environment: Record<string, string> = {},
): Promise<Child> =>
  startProcess({
    script: gatewayScript,
    environment: {
      PORT: '0',
      HIPPOCAMP_DATA: folder,
      EMBEDDER: embedder,
      READER: embedder === 'local' ? 'model' : 'none',
      ...environment,
    },
    isReady: async (url) => (await fetch(`${url}/readyz`)).status === 200,
  });

const outboxState = async (url: string): Promise<string> => {
  const body = ready.parse(await (await fetch(`${url}/readyz`)).json());
  return body.checks.outbox?.detail ?? '0 waiting';
};

const DEADLINE = 300_000;
const EVERY = 250;

/** Waits until all writes are indexed; throws with the rest after five minutes. */
export async function waitForOutbox(url: string): Promise<void> {
  let state = '';
  for (let waited = 0; waited < DEADLINE; waited += EVERY) {
    state = await outboxState(url);
    if (state.startsWith('0 ')) return;
    await sleep(EVERY);
  }
  throw new Error(`the outbox is not done: ${state}`);
}

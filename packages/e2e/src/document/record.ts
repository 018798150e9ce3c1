import type { RecordedExamples } from '@hippocamp/shared/operations/recorded-example';
import { createApi } from '../client.js';
import { waitUntil } from '../wait-until.js';
import { createRecorder } from './recorder.js';
import { scenes } from './scenes.js';
import { steady } from './steady.js';

/** The models that ship. */
export const asRecorded = { EMBEDDER: 'local', READER: 'model' };

const TENANT = 'acme';

/** Plays the scenes on an empty service, and answers what came, made steady. */
export async function recordExamples(url: string): Promise<RecordedExamples> {
  const began = new Date();
  const api = createApi(url, TENANT);
  const recorder = createRecorder(api);
  const settled = () =>
    waitUntil('no job waits', async () => {
      const { text } = await api.get('/metrics');
      const waiting = [...text.matchAll(/^hippocamp_outbox_jobs\{[^}]*\} (\d+)$/gm)];
      return waiting.every(([, count]) => count === '0');
    });
  for (const scene of scenes) {
    await scene(recorder, settled);
    await settled();
  }
  return steady(recorder.recorded, began);
}

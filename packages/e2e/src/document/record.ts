import type { RecordedExamples } from '@hippocamp/shared/operations/recorded-example';
import { createApi } from '../client.js';
import { waitUntil } from '../wait-until.js';
import { createRecorder } from './recorder.js';
import { scenes } from './scenes.js';
import { steady } from './steady.js';

/** The examples are recorded with the models that ship. */
export const asRecorded = { EMBEDDER: 'local', READER: 'model' };

const TENANT = 'acme';

/** Needs an empty service; ids, times and measures in the answers are made steady. */
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

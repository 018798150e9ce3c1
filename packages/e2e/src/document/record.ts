import type { RecordedExamples } from '@hippocamp/shared/operations/recorded-example';
import { createApi } from '../client.js';
import { waitUntil } from '../wait-until.js';
import { createRecorder } from './recorder.js';
import { scenes } from './scenes.js';
import { steady } from './steady.js';

/** The examples are recorded with the models that ship. */
export const asRecorded = {
  EMBEDDER: 'local',
  READER: 'model',
  // On a busy machine an answer would say that it waited in vain.
  INDEX_WAIT_SECONDS: '60',
  QUESTION_WAIT_SECONDS: '60',
  INGEST_WAIT_MS: '60000',
};

const TENANT = 'acme';

/** Needs an empty service; ids, times and measures in the answers are made steady. */
export async function recordExamples(url: string): Promise<RecordedExamples> {
  const began = new Date();
  const api = createApi(url, TENANT);
  const recorder = createRecorder(api);
  const settled = () =>
    waitUntil('no job waits, and no memory for its vector', async () => {
      // The counts of jobs may be some moments old.
      const { body } = await api.get('/memories/stats');
      if (body.data.vectors.waiting > 0) return false;
      const { text } = await api.get('/metrics');
      const waiting = [...text.matchAll(/^hippocamp_outbox_jobs\{[^}]*\} (\d+)$/gm)];
      // There are no counts where they could not be read in time.
      return waiting.length > 0 && waiting.every(([, count]) => count === '0');
    });
  for (const scene of scenes) {
    await scene(recorder, settled);
    await settled();
  }
  return steady(recorder.recorded, began);
}

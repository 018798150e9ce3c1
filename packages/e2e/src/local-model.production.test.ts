/** @module-tag long */
import { expect, it } from 'vitest';
import { create, find } from './actions.js';
import { createApi } from './client.js';
import { useOwnServices } from './own-service.js';
import { waitUntil } from './wait-until.js';

const { start, startAlone } = useOwnServices();

it('a gateway that is set to word vectors finds by words in a store of the model, and says so', async () => {
  const local = createApi((await start({ EMBEDDER: 'local' })).url, 'acme');
  const words = createApi((await startAlone('gateway', { EMBEDDER: 'words' })).url, 'acme');
  await create(words, 'Greta cracked a molar on an olive pit.');
  const answer = await find(words, 'Which pit was it on?');
  expect(answer.degraded).toEqual(['dense']);
  expect(answer.results[0]?.memory.content).toContain('olive pit');
  expect((await words.get('/readyz')).body.checks.embedder).toMatchObject({
    ok: true,
    detail: expect.stringContaining('by words'),
  });
  // What it wrote gets its vector all the same.
  const asked = { weights: { semantic: 1 }, minRelevance: 0.05 };
  await waitUntil(
    'it is found by its meaning',
    async () => (await find(local, 'Who broke a tooth?', asked)).results.length,
  );
  await waitUntil('nothing lacks', async () => !('degraded' in (await find(local, 'Who broke a tooth?'))));
});

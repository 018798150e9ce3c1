/** @module-tag long */
import { expect, it } from 'vitest';
import { create, find } from './actions.js';
import { createApi } from './client.js';
import { useOwnServices } from './own-service.js';
import { waitUntil } from './wait-until.js';

const { start, startAlone } = useOwnServices();

it('a gateway that is set to word vectors goes on with the model in a store of that, and says so', async () => {
  await start({ EMBEDDER: 'local' });
  const words = createApi((await startAlone('gateway', { EMBEDDER: 'words' })).url, 'acme');
  await create(words, 'Greta cracked a molar on an olive pit.');
  const asked = { weights: { semantic: 1 }, minRelevance: 0.05 };
  await waitUntil('it is found by its meaning', async () => {
    const answer = await find(words, 'Who broke a tooth?', asked);
    return answer.results.length > 0 && !('degraded' in answer);
  });
  expect((await words.get('/readyz')).body.checks.embedder).toMatchObject({
    ok: true,
    detail: expect.stringContaining('npm run reindex'),
  });
});

import { describe, expect, it } from 'vitest';
import { createAll, find, ingest, read } from './actions.js';
import { type Api, createApi } from './client.js';
import { useOwnServices } from './own-service.js';
import { reindex } from './reindexing.js';
import { waitUntil } from './wait-until.js';

const local = { EMBEDDER: 'local' };

/** The first shares no word with the question that it answers. */
const said = [
  'Greta cracked a molar on an olive pit.',
  'The retro moves to Wednesdays.',
  'Anna takes oat milk in her coffee.',
];
const write = (api: Api) =>
  createAll(
    api,
    said.map((content) => ({ tier: 'episodic', content })),
  );
const QUESTION = 'Who broke a tooth?';

/** The limit excludes what only words would find. */
const isFoundByMeaning = async (api: Api) => {
  const { results } = await find(api, QUESTION, { weights: { semantic: 1 }, minRelevance: 0.05 });
  return results[0]?.memory.content === said[0];
};

const embedderOf = async (api: Api) => (await api.get('/readyz')).body.checks.embedder.detail as string;

describe('the model that ships', () => {
  const { start, startAlone, place } = useOwnServices();
  const isProduction = () => 'DATABASE_URL' in place();
  /** The data folder of the tests was begun with word vectors. */
  const fresh = () => ({ ...local, ...(isProduction() ? {} : { HIPPOCAMP_DATA: `${place().HIPPOCAMP_DATA}-new` }) });
  const apiOf = ({ url }: { url: string }) => createApi(url, 'acme');

  it('finds what shares no word with the question, once the vector has come; by words it is found at once', async () => {
    const api = apiOf(await start(fresh()));
    await write(api);
    const { results } = await find(api, 'Which pit was it on?', { minRelevance: 0.1 });
    expect(results[0]?.memory.content).toBe(said[0]);
    await waitUntil('it is found by its meaning', () => isFoundByMeaning(api));
    expect(await embedderOf(api)).toMatch(/^e5-small-v2/);
  });

  it('judges what is worth keeping, whatever memories are found by, and is named by each memory', async () => {
    const api = apiOf(await start({ ...fresh(), EMBEDDER: 'words', READER: 'model' }));
    const content = 'Sure, sounds great!\nGreta cracked a molar on an olive pit last Sunday.';
    const { acceptedMemories } = await ingest(api, content, { source: 'chat' });
    expect(acceptedMemories.map((memory) => [memory.sourceSpan, memory.memoryType])).toEqual([
      ['Greta cracked a molar on an olive pit last Sunday.', 'episodic'],
    ]);
    const { provenance } = await read(api, String(acceptedMemories[0]?.memoryId));
    expect(provenance?.extractor).toBe('judge-1');
  });

  it('takes over a store of word vectors, of which nothing is lost meanwhile', { tags: ['long'] }, async () => {
    const before = await start({ ...fresh(), EMBEDDER: 'words' });
    await write(apiOf(before));
    expect(await isFoundByMeaning(apiOf(before))).toBe(false);
    await before.kill('SIGTERM');
    const api = apiOf(await start(fresh()));
    const findsPit = async () => {
      const answer = await api.post('/memories/query', { text: 'Which pit was it on?' });
      expect(answer.status).toBe(200);
      expect(answer.body.data.results[0]?.memory.content).toBe(said[0]);
    };
    const ordered = isProduction() ? reindex({ ...place(), ...local }) : Promise.resolve('');
    await waitUntil('the store goes by the model', async () => {
      await findsPit();
      return (await embedderOf(api)).startsWith('e5-small-v2');
    });
    await ordered;
    await findsPit();
    await waitUntil('it is found by its meaning', () => isFoundByMeaning(api));
    const isConsistent = async () => (await api.get('/admin/consistency')).body.data.consistent === true;
    await waitUntil('index and records agree', isConsistent);
  });

  it('is asked again about what it was asked when its process died', { tags: ['long'] }, async () => {
    const soon = { JOB_LEASE_SECONDS: '2' };
    const dying = { ...fresh(), ...soon, NODE_ENV: 'test', FAILPOINT: 'embedder.embed:before:kill' };
    const gateway = isProduction() ? await startAlone('gateway', { ...fresh(), ...soon }) : null;
    const dead = await startAlone(isProduction() ? 'worker' : 'gateway', dying);
    // The process may die before it answers; the memories are stored all the same.
    await write(apiOf(gateway ?? dead)).catch(() => null);
    await dead.exited;
    const api = apiOf(await start(fresh()));
    await waitUntil('it is found by its meaning', () => isFoundByMeaning(api));
  });
});

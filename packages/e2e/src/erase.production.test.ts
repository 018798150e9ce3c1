/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { dumpStores } from '@hippocamp/runtime/testing/dump-stores';
import { describe, expect, it } from 'vitest';
import { create, find, ingest, listAll } from './actions.js';
import { type Api, createApi } from './client.js';
import { useOwnServices } from './own-service.js';
import { waitUntil } from './wait-until.js';

const { start, place } = useOwnServices();

const OWNER = randomUUID();
const WORD = 'quartzheim';

/** Puts the owner's words wherever the service may keep any. */
const fill = async (api: Api) => {
  const owned = { ownerEntityId: OWNER, metadata: { place: WORD } };
  const key = { 'idempotency-key': randomUUID() };
  const { id } = await create(api, `Ann keeps a spare key in ${WORD}.`, { ...owned, tags: [WORD] }, key);
  await api.patch(`/memories/${id}`, { content: `Ann keeps two spare keys in ${WORD}.` });
  await ingest(api, `I live in ${WORD}. Ben sold the boat of ${WORD} yesterday.`, owned, {
    'idempotency-key': randomUUID(),
  });
  await api.post('/events', { eventType: WORD, actorEntityId: OWNER, payload: { at: WORD } });
  await api.post('/context/build', { currentInput: WORD, userEntityId: OWNER });
  await find(api, WORD);
};

const settled = (api: Api) =>
  waitUntil('nothing waits', async () => {
    const answer = await api.get('/readyz');
    return answer.body.checks.outbox.detail === '0 waiting, 0 dead';
  });

const expectNoWord = async () => {
  for (const [store, text] of Object.entries(await dumpStores(place()))) {
    const held = text.split('\n').filter((line) => line.toLowerCase().includes(WORD));
    expect(held, `the ${store} still holds the word`).toEqual([]);
  }
};

describe('a dump of every store', () => {
  it('holds none of the text after it was erased', async () => {
    const api = createApi((await start()).url);
    await fill(api);
    await settled(api);
    expect((await dumpStores(place())).database).toContain(WORD);
    expect((await api.post('/erase', { ownerEntityId: OWNER })).status).toBe(200);
    await settled(api);
    await expectNoWord();
    expect(await listAll(api)).toEqual([]);
  });

  it('holds none of the text after each memory was deleted', async () => {
    const api = createApi((await start()).url);
    await create(api, `Ann keeps a spare key in ${WORD}.`, { tags: [WORD] }, { 'idempotency-key': randomUUID() });
    await ingest(api, `I live in ${WORD}.`, { metadata: { place: WORD } }, { 'idempotency-key': randomUUID() });
    for (const { id } of await listAll(api)) expect((await api.delete(`/memories/${id}`)).status).toBe(200);
    await settled(api);
    await expectNoWord();
  });
});

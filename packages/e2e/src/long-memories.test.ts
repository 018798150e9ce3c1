/** @module-tag long */
import { beforeAll, expect, it } from 'vitest';
import { finishedIngest } from './actions.js';
import { type Api, createApi } from './client.js';
import { useServiceOf } from './own-service.js';

const places = ['Oslo', 'Turku', 'Porto', 'Lisbon', 'Bergen', 'Madrid', 'Vilnius', 'Krakow', 'Ghent', 'Basel'];
const statements = places.map((place) => `I own a boat in ${place}.`).join(' ');
const told = places.map((place) => `We sold a boat in ${place}, and bought one in winter. `).join('');

// The time for reading is that of the service as it ships, since a longer one would hide the bound.
const gatewayUrl = useServiceOf({ READER: 'model', READING_SECONDS: '10' });
let api: Api;
beforeAll(async () => {
  api = createApi(gatewayUrl());
  const memories = Array.from({ length: 20 }, (_one, at) => ({
    tier: 'semantic',
    content: `Logbook ${at}. ${told.repeat(90).slice(0, 49_900)}`,
  }));
  expect((await api.post('/memories/batch', { memories })).status).toBe(200);
}, 120_000);

it.each([
  ['/validate', { claim: statements }],
  ['/forget', { text: statements }],
])('ten sentences beside long memories are answered: %s', { timeout: 480_000 }, async (path, body) => {
  const answer = await api.post(path, body);
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
});

it('a sentence of one tenant is answered while texts of another, each of fifty sentences of one pattern, are compared with each other', {
  timeout: 480_000,
}, async () => {
  const patterned = (which: string) =>
    ['boat', 'tent', 'lamp', 'drum', 'kite']
      .flatMap((thing) => places.map((place) => `I own a ${thing} in ${which} ${place}.`))
      .join(' ');
  const send = (content: string) => api.post('/ingest', { content, source: 'note' }, { prefer: 'respond-async' });
  const texts = ['old', 'new'].map(patterned);
  const traceIds = (await Promise.all(texts.map(send))).map(({ body }) => String(body.data.traceId));
  const sentence = { content: 'Ann keeps bees.', source: 'note' };
  const other = createApi(gatewayUrl());
  const { traceId } = (await other.post('/ingest', sentence)).body.data;
  expect((await finishedIngest(other, traceId)).status).toBe('done');
  const states = await Promise.all(traceIds.map(async (id) => (await api.get(`/ingest/${id}`)).body.data.status));
  expect(states).toContain('processing');
  for (const id of traceIds) expect((await finishedIngest(api, id, 400_000)).status).toBe('done');
});

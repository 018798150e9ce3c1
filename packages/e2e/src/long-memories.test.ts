/** @module-tag long */
import { beforeAll, expect, it } from 'vitest';
import { finishedIngest } from './actions.js';
import { type Api, createApi } from './client.js';
import { useModelReader } from './read-by-model.js';

const places = ['Oslo', 'Turku', 'Porto', 'Lisbon', 'Bergen', 'Madrid', 'Vilnius', 'Krakow', 'Ghent', 'Basel'];
const statements = places.map((place) => `I own a boat in ${place}.`).join(' ');
const told = places.map((place) => `We sold a boat in ${place}, and bought one in winter. `).join('');

const gatewayUrl = useModelReader();
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
])('ten sentences beside long memories are answered: %s', { timeout: 240_000 }, async (path, body) => {
  const answer = await api.post(path, body);
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
});

it('fifty sentences of one pattern beside fifty others are read to their end, and so is what somebody else says meanwhile', {
  timeout: 600_000,
}, async () => {
  const things = ['boat', 'tent', 'lamp', 'drum', 'kite'];
  const patterned = (ofPlace: (place: string) => string) =>
    things.flatMap((thing) => places.map((place) => `I own a ${thing} in ${ofPlace(place)}.`)).join(' ');
  const told = [patterned((place) => place), patterned((place) => `New ${place}`)];
  const [owner, other] = [createApi(gatewayUrl()), createApi(gatewayUrl())];
  const ingest = async (of: Api, content: string) => {
    const accepted = await of.post('/ingest', { content, source: 'note' }, { prefer: 'respond-async' });
    return finishedIngest(of, accepted.body.data.traceId, 240_000);
  };
  expect((await ingest(owner, told[0] ?? '')).summary.candidates).toBe(50);
  const [second, beside] = await Promise.all([ingest(owner, told[1] ?? ''), ingest(other, 'I live in Turku.')]);
  expect(second.summary.candidates).toBe(50);
  expect(beside.summary).toMatchObject({ candidates: 1, accepted: 1 });
});

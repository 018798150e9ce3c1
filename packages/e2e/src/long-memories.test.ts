/** @module-tag long */
import { beforeAll, expect, it } from 'vitest';
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

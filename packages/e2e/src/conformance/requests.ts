import type { Api, ApiAnswer } from '../client.js';
import { idOf } from './answers.js';

/** A valid request for an endpoint of the document's section 4. */
export interface GoodRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
  status: number;
}

export async function goodRequests(api: Api): Promise<Record<Endpoint, GoodRequest>> {
  const newMemory = () => idOf(api, '/memories', { tier: 'episodic', content: 'A walk.' });
  const memory = await newMemory();
  const entity = await idOf(api, '/entities', { type: 'user', name: 'Runa' });
  const event = await idOf(api, '/events', { eventType: 'met' });
  const edge = { type: 'knows', fromType: 'entity', fromId: entity, toType: 'memory', toId: memory };
  const relation = await idOf(api, '/relations', edge);
  const get = (path: string): GoodRequest => ({ method: 'GET', path, status: 200 });
  const post = (path: string, body: object, status = 200): GoodRequest => ({ method: 'POST', path, body, status });
  return {
    'POST /ingest': post('/ingest', { content: 'Runa lives in Turku.', source: 'note' }),
    'POST /memories': post('/memories', { tier: 'episodic', content: 'x' }, 201),
    'GET /memories': get('/memories'),
    'GET /memories/:id': get(`/memories/${memory}`),
    'PATCH /memories/:id': { method: 'PATCH', path: `/memories/${memory}`, body: { tags: ['a'] }, status: 200 },
    'DELETE /memories/:id': { method: 'DELETE', path: `/memories/${await newMemory()}`, status: 200 },
    'POST /memories/query': post('/memories/query', { text: 'walk' }),
    'POST /memories/:id/access': post(`/memories/${memory}/access`, {}),
    'GET /memories/stats': get('/memories/stats'),
    'POST /context/build': post('/context/build', { currentInput: 'Where to?' }),
    'POST /validate': post('/validate', { claim: 'Runa lives in Turku.' }),
    'POST /lifecycle/run': post('/lifecycle/run', { dryRun: true }),
    'GET /lifecycle/runs': get('/lifecycle/runs'),
    'POST /entities': post('/entities', { type: 'user', name: 'Ben' }, 201),
    'GET /entities/:id': get(`/entities/${entity}`),
    'POST /events': post('/events', { eventType: 'met' }, 201),
    'GET /events': get('/events'),
    'GET /events/:id': get(`/events/${event}`),
    'GET /events/timeline': get('/events/timeline?days=7&eventType=met'),
    'POST /relations': post('/relations', { ...edge, type: 'likes' }, 201),
    'GET /relations': get('/relations'),
    'GET /relations/:id': get(`/relations/${relation}`),
    'DELETE /relations/:id': {
      method: 'DELETE',
      path: `/relations/${await idOf(api, '/relations', { ...edge, type: 'left' })}`,
      status: 200,
    },
    'GET /relations/traverse': get(`/relations/traverse?startType=entity&startId=${entity}&depth=2&direction=both`),
  };
}

export const endpoints = [
  'POST /ingest',
  'POST /memories',
  'GET /memories',
  'GET /memories/:id',
  'PATCH /memories/:id',
  'DELETE /memories/:id',
  'POST /memories/query',
  'POST /memories/:id/access',
  'GET /memories/stats',
  'POST /context/build',
  'POST /validate',
  'POST /lifecycle/run',
  'GET /lifecycle/runs',
  'POST /entities',
  'GET /entities/:id',
  'POST /events',
  'GET /events',
  'GET /events/:id',
  'GET /events/timeline',
  'POST /relations',
  'GET /relations',
  'GET /relations/:id',
  'DELETE /relations/:id',
  'GET /relations/traverse',
] as const;
export type Endpoint = (typeof endpoints)[number];

export async function sendWith(
  url: string,
  { method, path, body }: GoodRequest,
  headers: Record<string, string>,
): Promise<ApiAnswer> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(url + path, { method, headers, ...sent });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : text, text };
}

import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { create, list, total } from './actions.js';
import { type Api, type ApiAnswer, createApi } from './client.js';
import { expectNoFailure, expectProblem } from './expectations.js';
import { type MadeRequest, openApi, requestsFor } from './made-requests.js';
import { expectAlive } from './refusal.js';

const SEED = 72;

const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
ajv.addSchema(openApi, 'document');

const part = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Expects the answer to fit its schema in the OpenAPI document. */
const expectDescribed = ({ status, headers, body }: ApiAnswer, path: string, method: string, sent: string) => {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  const place = ['paths', path, method, 'responses', String(status), 'content', type, 'schema'];
  const validate = ajv.getSchema(`document#/${place.map(part).join('/')}`);
  if (!validate) throw new Error(`${sent}: the document knows no ${status} of the type ${type}`);
  if (!/json$/.test(type) || type === 'application/x-ndjson') return;
  expect(validate(body), `${sent} → ${JSON.stringify(body)}\n${ajv.errorsText(validate.errors)}`).toBe(true);
};

const send = (api: Api, method: string, { target, headers: made, body, isAsMade }: MadeRequest) => {
  const headers = isAsMade && 'x-confirm-tenant' in made ? { ...made, 'x-confirm-tenant': api.tenant } : made;
  if (body !== undefined && method !== 'get') return api.sendText(method.toUpperCase(), target, body, headers);
  return method === 'delete' ? api.delete(target, headers) : api.get(target, headers);
};

const fill = async (api: Api) => {
  const memory = await create(api, 'Ann repaired the old boat.');
  const event = await api.post('/events', { eventType: 'met' });
  const entity = await api.post('/entities', { type: 'person', name: 'Ann' });
  const ends = { fromType: 'memory', fromId: memory.id, toType: 'entity', toId: entity.body.data.id };
  const relation = await api.post('/relations', { type: 'about', ...ends });
  const note = await api.post('/ingest', { content: 'Ann lives in Turku.', source: 'note' });
  const made = [event, entity, relation].map(({ body }) => String(body.data.id));
  return [memory.id, ...made, String(note.body.data.traceId)];
};

const operations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ id: described.operationId, path, method, described })),
);

interface Answered {
  all: number;
  done: number;
  refused: number;
}

const tryAll =
  ({ from, to }: { from: number; to: number }, answered: Answered) =>
  async ({ path, method, described }: (typeof operations)[number]) => {
    const api = createApi(inject('gatewayUrl'));
    const ids = await fill(api);
    let made = 0;
    let taken = 0;
    const property = fc.asyncProperty(requestsFor(path, described, ids), async (request) => {
      made += 1;
      // Another part of the tests tries the requests before these.
      if (made <= from) return;
      const sent = `${method} ${JSON.stringify(request).slice(0, 500)}`;
      const answer = await send(api, method, request);
      expectNoFailure(answer, sent);
      expectDescribed(answer, path, method, sent);
      if (answer.status >= 400) expectProblem(answer);
      answered.all += 1;
      if (answer.status < 400) answered.done += 1;
      if (answer.status === 400) answered.refused += 1;
      else taken += 1;
    });
    await fc.assert(property, { seed: SEED, numRuns: to, endOnFailure: true });
    // Some rules between members are in no schema, so not every made request is taken.
    expect(taken).toBeGreaterThan(0);
    await expectAlive();
    // No write is half done: the count is that of the list.
    const all = await list(api, '?limit=1&includeArchived=true&includeSuperseded=true');
    expect(await total(api)).toBe(all.total);
  };

describe.each([
  { from: 0, to: 25, tags: [] },
  { from: 25, to: 50, tags: ['long'] },
])(
  `requests made from the document, and changed (seed ${SEED}, $from to $to of each operation)`,
  ({ from, to, tags }) => {
    const answered = { all: 0, done: 0, refused: 0 };
    it.each(operations)(
      '$id succeeds or answers a problem, as the document describes it, and never fails',
      { tags, timeout: 120_000 },
      tryAll({ from, to }, answered),
    );

    it('are refused and done often enough to tell something', { tags }, () => {
      expect(answered.refused, JSON.stringify(answered)).toBeGreaterThanOrEqual(answered.all / 10);
      expect(answered.done, JSON.stringify(answered)).toBeGreaterThanOrEqual(answered.all / 10);
    });
  },
);

import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Api, createApi } from '../client.js';
import { dataOf, expectMember, expectParameter, expectProblem, idOf, type Row, type Unchecked } from './answers.js';
import { array, boolean, integer, oneOf, orNull, rowsOf, string, tier, uuid } from './kinds.js';
import { lifecycleRun } from './resources.js';

const url = inject('gatewayUrl');

/** Also makes two memories that stay as they are. */
async function promotable(api: Api): Promise<string> {
  const id = await idOf(api, '/memories', { tier: 'short_term', content: 'Runa asks for tea.' });
  for (let time = 0; time < 3; time += 1) await api.post(`/memories/${id}/access`, {});
  await idOf(api, '/memories', { tier: 'short_term', content: 'The kettle is on.' });
  await idOf(api, '/memories', { tier: 'semantic', content: 'Tea grows on hills.' });
  return id;
}

/** The answer of a run has no envelope. */
async function run(api: Api, body: object = {}) {
  const answer = await api.post('/lifecycle/run', body);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).not.toHaveProperty('data');
  return answer.body;
}

const api = createApi(url);
let dry: Unchecked;
let real: Unchecked;
let id: string;
let afterDry: Record<string, unknown>;
beforeAll(async () => {
  id = await promotable(api);
  dry = await run(api, { dryRun: true, triggeredBy: 'manual' });
  afterDry = dataOf(await api.get(`/memories/${id}`));
  real = await run(api, { dryRun: false, triggeredBy: 'manual' });
});

describe('4.6 POST /lifecycle/run: request body', () => {
  it.each<Row>([
    ['dryRun', [true, false, undefined], ['true', 1]],
    ['triggeredBy', ['manual', 'x'.repeat(64), undefined], ['', 5, 'x'.repeat(65)]],
  ])('%s', (member, taken, refused) => {
    const tenant = createApi(url);
    return expectMember((value) => tenant.post('/lifecycle/run', { [member]: value }), [`/${member}`, taken, refused]);
  });
});

describe('4.6 POST /lifecycle/run: response', () => {
  it.each(rowsOf({ success: true, runId: uuid, dryRun: boolean, details: array, errors: array }))(
    '%s',
    (member, kind) => {
      expect(dry[member]).toEqual(kind);
      expect(real[member]).toEqual(kind);
    },
  );

  it.each(['expired', 'promoted', 'distilled', 'archived', 'unchanged', 'durationMs'])('summary.%s', (member) => {
    expect(dry.summary[member]).toEqual(integer);
    expect(real.summary[member]).toEqual(integer);
  });

  it.each(
    rowsOf({
      memoryId: uuid,
      action: oneOf('expired', 'promoted', 'distilled', 'archived'),
      fromTier: tier,
      toTier: orNull(tier),
      reason: string,
    }),
  )('details: %s', (member, kind) => {
    expect(real.details).toHaveLength(1);
    expect(real.details[0][member]).toEqual(kind);
  });

  it('dryRun says which it was', () => expect([dry.dryRun, real.dryRun]).toEqual([true, false]));
});

describe('3 States: transitions', () => {
  it('short_term, promoted once the access count is met: episodic', async () => {
    const detail = { memoryId: id, action: 'promoted', fromTier: 'short_term', toTier: 'episodic' };
    expect(real.details).toMatchObject([{ ...detail, reason: expect.stringMatching(/access/i) }]);
    expect(real.summary).toMatchObject({ expired: 0, promoted: 1, distilled: 0, archived: 0, unchanged: 2 });
    expect(dataOf(await api.get(`/memories/${id}`))).toMatchObject({ id, tier: 'episodic', accessCount: 3 });
  });

  it('a dry run reports the actions and changes nothing', () => {
    expect(dry.details).toEqual(real.details);
    expect(dry.summary).toMatchObject({ promoted: 1, unchanged: 2 });
    expect(afterDry.tier).toBe('short_term');
  });

  it.each(['short_term', 'episodic', 'semantic'])('PATCH with tier moves %s to any tier', async (from) => {
    const made = dataOf(await api.post('/memories', { tier: from, content: 'Moved.' }), 201);
    for (const to of ['episodic', 'semantic', 'short_term'].filter((name) => name !== from)) {
      const before = dataOf(await api.get(`/memories/${made.id}`));
      const after = dataOf(await api.patch(`/memories/${made.id}`, { tier: to }));
      expect(after.tier).toBe(to);
      expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
    }
  });
});

describe('4.6 GET /lifecycle/runs: parameters and response', () => {
  it('limit', () => expectParameter(api, '/lifecycle/runs', ['limit', [1, 20, 100], [0, 101, 'x']]));

  it('limit cuts the list', async () => {
    const tenant = createApi(url);
    for (let time = 0; time < 2; time += 1) await run(tenant);
    expect((await tenant.get('/lifecycle/runs')).body.runs).toHaveLength(2);
    expect((await tenant.get('/lifecycle/runs?limit=1')).body.runs).toHaveLength(1);
  });

  it('is an object with the member runs, without data', async () => {
    const answer = await api.get('/lifecycle/runs');
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.runs).toEqual(array);
    expect(answer.body).not.toHaveProperty('data');
  });

  it('lists the real run and no dry one', async () => {
    const { runs } = (await api.get('/lifecycle/runs')).body;
    expect(runs).toMatchObject([{ id: real.runId, triggeredBy: 'manual', promoted: 1, unchanged: 2, errors: [] }]);
  });

  it('a tenant without runs has none', async () => {
    expect((await createApi(url).get('/lifecycle/runs')).body.runs).toEqual([]);
  });
});

describe('2.3 Lifecycle run record: fields', () => {
  it.each(rowsOf(lifecycleRun))('%s', async (field, kind) => {
    const { runs } = (await api.get('/lifecycle/runs')).body;
    expect(runs[0][field]).toEqual(kind);
  });

  it('tenantId is the tenant of the run', async () => {
    expect((await api.get('/lifecycle/runs')).body.runs[0].tenantId).toBe(api.tenant);
  });

  it('a run that nobody made is unknown', async () => {
    const unknown = await api.get(`/lifecycle/runs/${id}`);
    expectProblem(unknown, 'not-found', 404);
  });
});

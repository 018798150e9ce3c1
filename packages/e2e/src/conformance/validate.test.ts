import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, createApi } from '../client.js';
import { useModelReader } from '../read-by-model.js';
import { dataOf, expectMember, idOf, type Row } from './answers.js';
import { array, boolean, oneOf, rowsOf, share, string, timestamp } from './kinds.js';
import { memory } from './resources.js';

const gatewayUrl = useModelReader();
let api: Api;
const claim = 'Runa is allergic to hazelnuts.';

beforeAll(async () => {
  api = createApi(gatewayUrl());
  await idOf(api, '/memories', { tier: 'semantic', content: claim });
  await idOf(api, '/memories', { tier: 'semantic', content: 'Runa lives in Turku.' });
});

const validate = async (given: object = {}) => dataOf(await api.post('/validate', { claim, ...given }));

describe('4.4 POST /validate: request body', () => {
  it.each<Row>([
    ['claim', [claim, 'x'], ['', ' ', 5, null, undefined, 'x'.repeat(50_001)]],
    ['k', [1, 10], [0, 'x']],
    ['asOf', ['2030-01-02T03:04:05Z'], ['today', 5]],
    ['ownerEntityId', [randomUUID()], ['runa', 5]],
    ['tiers', [['semantic']], ['semantic', ['long_term']]],
  ])('%s', (member, taken, refused) =>
    expectMember((value) => api.post('/validate', { claim, [member]: value }), [`/${member}`, taken, refused]),
  );
});

describe('4.4 POST /validate: verdicts on known memories', () => {
  it.each([
    ['supported', claim],
    ['refuted', 'Runa is not allergic to hazelnuts.'],
    ['not_enough_info', 'The harbour office opens at nine.'],
  ])('%s', async (verdict, said) => expect(await validate({ claim: said })).toMatchObject({ claim: said, verdict }));

  it('conflicting', async () => {
    const tenant = createApi(api.url);
    for (const content of ['The office opens at nine.', 'The office does not open at nine.']) {
      await idOf(tenant, '/memories', { tier: 'semantic', content });
    }
    const answer = dataOf(await tenant.post('/validate', { claim: 'The office opens at nine.' }));
    expect(answer).toMatchObject({ verdict: 'conflicting', reasons: ['unresolved_conflict'] });
  });
});

describe('4.4 POST /validate: response as the decisions give it', () => {
  it.each(
    rowsOf({
      claim: string,
      verdict: oneOf('supported', 'refuted', 'conflicting', 'not_enough_info'),
      confidence: share,
      supportScore: share,
      contradictionScore: share,
      reasons: array,
      subclaims: array,
      evidence: array,
      asOf: oneOf(null, timestamp),
      method: oneOf('text', 'model', 'llm', 'none'),
    }),
  )('%s', async (member, kind) => expect((await validate())[member]).toEqual(kind));

  it.each(
    rowsOf({
      memory: expect.objectContaining(memory),
      relevance: share,
      stance: oneOf('supports', 'refutes', 'neutral'),
      stanceScore: share,
      status: oneOf('active', 'superseded', 'archived'),
      countedInVerdict: boolean,
    }),
  )('evidence: %s', async (member, kind) => {
    const { evidence } = await validate();
    expect(evidence.length).toBeGreaterThan(0);
    for (const one of evidence) expect(one[member]).toEqual(kind);
  });
});

import { beforeEach, describe, expect, inject, it } from 'vitest';
import { ingest } from './actions.js';
import { type Api, createApi } from './client.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const counted = async () => (await api.get('/memories/stats')).body.data.statements;
const none = { kept: 0, noise: 0, repeat: 0, replaced: 0, review: 0 };

describe('what became of the statements that were read', () => {
  it('is not counted where nothing is stored, and nothing of another tenant is', async () => {
    await ingest(api, 'Good morning! Ann lives in Turku.', { autoStore: false });
    await ingest(createApi(inject('gatewayUrl')), 'Good morning! Ann lives in Turku.');
    expect(await counted()).toEqual(none);
  });

  it('goes with the tenant', async () => {
    await ingest(api, 'Good morning! Ann lives in Turku.');
    const gone = await api.delete('/tenant', { 'x-confirm-tenant': api.tenant });
    expect(gone.status).toBe(200);
    expect(await counted()).toEqual(none);
  });
});

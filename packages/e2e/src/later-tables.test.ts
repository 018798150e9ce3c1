/** @module-tag long */
import { expandTables } from '@hippocamp/runtime/testing/later-tables';
import { describe, expect, it } from 'vitest';
import { create, find, foundIds, total } from './actions.js';
import { createApi } from './client.js';
import { useOwnServices } from './own-service.js';

const { start, place } = useOwnServices();
const LATER = '99990101000000_later';
const newer = 'the tables are those of a newer version';

describe('a process on the tables of the version after it', () => {
  it('says so once, and does all that it did', async () => {
    await expandTables(place(), LATER);
    const gateway = await start();
    expect(gateway.output().split(newer)).toHaveLength(2);
    expect(gateway.output()).toContain(LATER);
    const api = createApi(gateway.url);
    const { id } = await create(api, 'The kettle is blue.');
    expect((await api.patch(`/memories/${id}`, { content: 'The kettle is green.' })).status).toBe(200);
    const ingested = await api.post('/ingest', { content: 'Ann lives in Turku.', source: 'note' });
    expect(ingested.body.data.acceptedMemories, ingested.text).toHaveLength(1);
    expect(foundIds(await find(api, 'green kettle', { k: 1 }))).toEqual([id]);
    const run = await api.post('/lifecycle/run', {});
    expect({ status: run.status, errors: run.body.errors }).toEqual({ status: 200, errors: [] });
    const entity = await api.post('/entities', { type: 'person', name: 'Ada' });
    expect(entity.status).toBe(201);
    const edge = { type: 'knows', fromType: 'entity', fromId: entity.body.data.id, toType: 'memory', toId: id };
    expect((await api.post('/relations', edge)).status).toBe(201);
    expect((await api.post('/events', { eventType: 'seen' })).status).toBe(201);
    const lines = (await api.get('/export')).text;
    expect(lines).not.toContain('later_');
    const other = createApi(gateway.url);
    const taken = await other.sendText('POST', '/import', lines, { 'content-type': 'application/x-ndjson' });
    expect(taken.status, taken.text).toBe(200);
    expect(await total(other)).toBe(await total(api));
    expect((await api.delete(`/memories/${id}`)).status).toBe(200);
  });

  it('is refused where they lack what it needs, with the way back', async () => {
    await expandTables(place(), '99990102000000_contract_later');
    const failure = await start().catch((error: unknown) => String(error));
    expect(failure).toMatch(/did not start: .*99990102000000_contract_later of a newer version.*put back a backup/);
  });
});

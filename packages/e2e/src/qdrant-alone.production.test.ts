/** @module-tag long */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allIndexed, create, find, foundIds, ingest } from './actions.js';
import { createApi } from './client.js';
import { useOwnServices } from './own-service.js';

const { place, startAlone } = useOwnServices();

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hippocamp-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('QDRANT_URL alone', () => {
  it('is one process that keeps its records in a folder and its index in Qdrant', async () => {
    const { QDRANT_URL = '' } = place();
    const settings = { DATABASE_URL: '', REDIS_URL: '', HIPPOCAMP_DATA: join(folder, 'data') };
    const first = await startAlone('gateway', settings);
    const api = createApi(first.url);
    const ready = (await api.get('/readyz')).body;
    expect(ready.mode).toBe('embedded');
    expect(first.output()).toContain(new URL(QDRANT_URL).host);
    expect(JSON.stringify(ready)).not.toContain(new URL(QDRANT_URL).host);
    const kettle = await create(api, 'The kettle is blue.');
    expect(foundIds(await find(api, 'kettle'))).toEqual([kettle.id]);
    expect((await ingest(api, 'Ann lives in Turku.')).summary.accepted).toBe(1);
    await allIndexed(api);
    expect((await api.get('/admin/consistency')).body.data).toMatchObject({ consistent: true, memories: 2, points: 2 });
    await first.kill('SIGTERM');
    const again = createApi((await startAlone('gateway', settings)).url, api.tenant);
    expect(foundIds(await find(again, 'blue kettle', { k: 1 }))).toEqual([kettle.id]);
  });
});

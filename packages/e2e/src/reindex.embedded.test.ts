/** @module-tag long */
import { describe, expect, it } from 'vitest';
import { createApi } from './client.js';
import { useOwnServices } from './own-service.js';
import { expectKettlesIndexed, findKettles, reindex, writeKettles } from './reindexing.js';

const { start, place } = useOwnServices();

describe('reindex', () => {
  it('needs the folder for itself, and fills a new index', async () => {
    const gateway = await start();
    const api = createApi(gateway.url);
    const ids = await writeKettles(api);
    await expect(reindex(place())).rejects.toThrow(String(gateway.pid));
    await gateway.kill('SIGTERM');
    expect(await reindex(place())).toMatch(/fill +1 tenants, 40 rows/);
    const again = createApi((await start()).url, api.tenant);
    expect(await findKettles(again)).toEqual(ids);
    await expectKettlesIndexed(again);
  });
});

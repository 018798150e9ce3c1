import { describe, expect, it } from 'vitest';
import { createApi } from './client.js';
import { useOwnServices } from './own-service.js';
import { expectKettlesIndexed, findKettles, reindex, writeKettles } from './reindexing.js';

const { start, place } = useOwnServices();

describe('reindex', () => {
  it('fills a new index while the old one answers', async () => {
    const api = createApi((await start()).url);
    const ids = await writeKettles(api);
    const work = { done: false };
    const output = reindex(place()).finally(() => {
      work.done = true;
    });
    let asked = 0;
    while (!work.done) {
      expect(await findKettles(api)).toEqual(ids);
      asked += 1;
    }
    expect(asked).toBeGreaterThan(3);
    expect(await output).toMatch(/fill +1 tenants, 40 rows\n[\s\S]*Done in [\d.]+ s\. The new index answers\.\n$/);
    expect(await findKettles(api)).toEqual(ids);
    await expectKettlesIndexed(api);
  });
});

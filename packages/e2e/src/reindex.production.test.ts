/** @module-tag long */
import { describe, expect, it } from 'vitest';
import { createApi } from './client.js';
import { useOwnServices } from './own-service.js';
import { beginReindex, expectKettlesIndexed, findKettles, reindex, writeKettles } from './reindexing.js';
import { waitUntil } from './wait-until.js';

const { start, place } = useOwnServices();

describe('reindex', () => {
  it('fills a new index while the old one answers', async () => {
    const api = createApi((await start()).url);
    const ids = await writeKettles(api);
    const work = { done: false };
    const output = reindex(place()).finally(() => {
      work.done = true;
    });
    do {
      expect(await findKettles(api)).toEqual(ids);
    } while (!work.done);
    expect(await output).toMatch(/fill +1 tenants, 40 rows\n[\s\S]*Done in [\d.]+ s\. The new index answers\.\n$/);
    expect(await findKettles(api)).toEqual(ids);
    await expectKettlesIndexed(api);
  });

  it('says who does it already, and may be done once that process is gone', async () => {
    const api = createApi((await start()).url);
    const ids = await writeKettles(api);
    const briefly = { ...place(), JOB_LEASE_SECONDS: '10' };
    const first = await beginReindex(briefly);
    try {
      // This one stands in the midst of its work.
      for (let asked = 0; asked < 4; asked += 1) expect(await findKettles(api)).toEqual(ids);
      const second = await reindex(briefly).catch((error: { stderr: string }) => error.stderr);
      expect(second).toMatch(
        new RegExp(
          `^A reindex is under way already: by \\S+, process ${first.pid}, since 20\\S+Z\\. Wait for its end\\. [^\\n]+\\n$`,
        ),
      );
    } finally {
      first.kill('SIGKILL');
    }
    await waitUntil('the hold runs out', () => reindex(briefly).catch(() => ''), { deadline: 90_000 });
    expect(await findKettles(api)).toEqual(ids);
    await expectKettlesIndexed(api);
  });
});

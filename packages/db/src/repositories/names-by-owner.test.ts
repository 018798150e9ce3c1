import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newMemory, quietLog, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { migrate } from '@hippocamp/db/engine/migrate';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { createRecords } from '@hippocamp/db/records';
import { describe, expect, it } from 'vitest';

const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
const BY_OWNER = '20261130140000_names_by_owner';

describe.each(testEngines)('names, on $kind,', ({ available, open }) => {
  it.skipIf(!available)('that earlier releases kept are found by their owner', async () => {
    const opened = await open();
    const folder = await mkdtemp(join(tmpdir(), 'hippocamp-migrations-'));
    try {
      await cp(migrations, folder, { recursive: true });
      await rm(join(folder, BY_OWNER), { recursive: true });
      const { pool, kind } = opened.engine;
      await migrate(pool, folder);
      const records = await createRecords({ pool, kind, log: quietLog });
      const { memories } = records.forTenant(tenantNamed('acme'));
      const ids = sequentialIds();
      const [owner, own, nobodys] = [ids.next(), ids.next(), ids.next()];
      await memories.insert([
        newMemory(own, { ownerEntityId: owner, factKeys: ['0a1b'] }),
        newMemory(nobodys, { factKeys: ['0a1b'] }),
      ]);
      await migrate(pool);
      const found = async (ownerEntityId: string | null, key: string) =>
        (await memories.withFacts(ownerEntityId, [key])).map(({ id }) => id);
      expect(await found(owner, `0a1b:${owner}`)).toEqual([own]);
      expect(await found(null, '0a1b:')).toEqual([nobodys]);
      // A process of the version before still looks for this one.
      expect(await found(owner, '0a1b')).toEqual([own]);
      await records.close();
    } finally {
      await rm(folder, { recursive: true });
      await opened.close();
    }
  });
});

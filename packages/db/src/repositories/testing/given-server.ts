import { randomUUID } from 'node:crypto';
import { openPostgres } from '@hippocamp/db/engine/postgres';
import { createDatabase, dropDatabase } from '@hippocamp/db/engine/testing/databases';
import type { TestEngine } from '@hippocamp/db/engine/testing/engines';

/** A database of its own on a server that is already there; what else the server holds is left alone. */
export async function openOnServer(serverUrl: string): Promise<TestEngine> {
  const name = `hippocamp_test_${randomUUID().replaceAll('-', '')}`;
  const url = await createDatabase(serverUrl, name);
  const engine = await openPostgres({ url, poolSize: 4, statementTimeoutMs: 60_000 });
  return {
    engine,
    async close() {
      await engine.close();
      await dropDatabase(serverUrl, name);
    },
  };
}

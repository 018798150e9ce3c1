import { migrationState } from '@hippocamp/db/engine/migrate';
import { openPostgres } from '@hippocamp/db/engine/postgres';
import { createDatabase, createTemplate, dropDatabase } from '@hippocamp/db/engine/testing/databases';
import { hasPostgres, startTestServer, type TestServer } from '@hippocamp/db/engine/testing/postgres';
import { requirable } from '@hippocamp/db/engine/testing/required';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe.skipIf(!(await requirable('PostgreSQL', hasPostgres())))('databases of a test', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('are copies of a migrated template, each by itself, and go with whoever is connected', async () => {
    await createTemplate(server.url, 'a template');
    const urls = await Promise.all(['one', 'Two'].map((name) => createDatabase(server.url, name, 'a template')));
    const [one, two] = await Promise.all(
      urls.map((url) => openPostgres({ url, poolSize: 1, statementTimeoutMs: 60_000 })),
    );
    if (!one || !two) throw new Error('Both were opened.');
    expect(await migrationState(one.pool)).toEqual({ pending: [], failed: [], newer: [] });
    await one.pool.query('create table mine (a int)');
    await expect(two.pool.query('select * from mine')).rejects.toThrow('does not exist');
    await dropDatabase(server.url, 'one');
    await dropDatabase(server.url, 'one');
    await expect(one.pool.query('select 1')).rejects.toThrow();
    expect((await two.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await Promise.all([one.close(), two.close()]);
  });
});

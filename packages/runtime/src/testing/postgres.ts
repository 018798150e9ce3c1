import { createTemplate } from '@hippocamp/db/engine/testing/databases';
import { startTestServer, type TestServer } from '@hippocamp/db/engine/testing/postgres';

const NAME = 'hippocamp';

/** A PostgreSQL of one's own that a test may freeze and crash, with all tables in one empty database. */
export async function startOwnPostgres(): Promise<TestServer & { databaseUrl: string }> {
  const server = await startTestServer();
  await createTemplate(server.url, NAME);
  const url = new URL(server.url);
  url.pathname = `/${NAME}`;
  return { ...server, databaseUrl: url.href };
}

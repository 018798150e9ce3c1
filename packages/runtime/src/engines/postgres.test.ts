import { quietLog } from '@hippocamp/core/testing/builders';
import { hasPostgres, startTestServer, type TestServer } from '@hippocamp/db/engine/testing/postgres';
import { requirable } from '@hippocamp/db/engine/testing/required';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServer } from './postgres.js';

describe.skipIf(!(await requirable('PostgreSQL', hasPostgres())))('a PostgreSQL that will never do', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server?.stop());

  it.each([
    ['database', (url: URL) => Object.assign(url, { pathname: '/nowhere' }), 'has no such database. Create it'],
    ['user', (url: URL) => Object.assign(url, { username: 'nobody' }), 'refuses this user from here'],
  ])('is told at once and in a sentence: no such %s', async (_name, change, sentence) => {
    const url = change(new URL(server.url)).href;
    const settings = { url, poolSize: 1, statementTimeout: 1_000, startupWait: 60_000 };
    await expect(openServer(settings, quietLog)).rejects.toThrow(sentence);
  });
});

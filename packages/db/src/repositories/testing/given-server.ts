import { openPostgres } from '@hippocamp/db/engine/postgres';
import type { TestEngine } from '@hippocamp/db/engine/testing/engines';
import { Client } from 'pg';

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A database of its own on a server that is already there; what else the server holds is left alone. */
export async function openOnServer(url: string): Promise<TestEngine> {
  const name = `hippocamp_test_${process.pid}_${Date.now()}`;
  await administer(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const engine = await openPostgres({ url: own.href, poolSize: 4, statementTimeoutMs: 5_000 });
  return {
    engine,
    async close() {
      await engine.close();
      await administer(url, `drop database ${name}`);
    },
  };
}

import { Client, escapeIdentifier } from 'pg';
import { migrate } from '../migrate.js';
import { openPostgres } from '../postgres.js';

async function administer(serverUrl: string, statements: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

const urlOf = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
};

/** An empty database on a server that is there, or a copy of a template that nobody is connected to. Answers its URL. */
export async function createDatabase(serverUrl: string, name: string, template = 'template0'): Promise<string> {
  await administer(serverUrl, `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)}`);
  return urlOf(serverUrl, name);
}

/** A database made of the statements of a backup. Answers its URL. */
export async function restoreDatabase(serverUrl: string, name: string, sql: string): Promise<string> {
  const url = await createDatabase(serverUrl, name);
  await administer(url, sql);
  return url;
}

/** Ends whatever is still connected to it. One that is not there is no fault. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await administer(serverUrl, `drop database if exists ${escapeIdentifier(name)} with (force)`);
}

/** A database with all tables and nothing in them: a copy of it is there in a fraction of the time. */
export async function createTemplate(serverUrl: string, name: string): Promise<void> {
  const url = await createDatabase(serverUrl, name);
  const { pool, close } = await openPostgres({ url, poolSize: 1, statementTimeoutMs: 30_000 });
  try {
    await migrate(pool);
  } finally {
    await close();
  }
}

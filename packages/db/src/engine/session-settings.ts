import type { ClientBase, Pool } from 'pg';

/** Prisma's adapter drops the offset of times and names the schema public. Time-outs in ms, 0 for none. */
const wishedFor = (statementTimeoutMs: number): readonly (readonly [string, string])[] => [
  ['TimeZone', 'UTC'],
  ['search_path', 'public'],
  ['statement_timeout', String(statementTimeoutMs)],
  ['lock_timeout', String(Math.round(statementTimeoutMs / 2))],
  ['idle_in_transaction_session_timeout', String(statementTimeoutMs)],
];

/** By statement, because a URL may replace start-up options and poolers refuse them. */
export async function setForSession(client: ClientBase, statementTimeoutMs: number): Promise<void> {
  const wished = wishedFor(statementTimeoutMs);
  const calls = wished.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, false)`);
  await client.query(`SELECT ${calls.join(', ')}`, wished.flat());
}

export async function setForRole(pool: Pool, statementTimeoutMs: number): Promise<void> {
  for (const [name, value] of wishedFor(statementTimeoutMs)) {
    const { rows } = await pool.query<{ statement: string }>(
      `SELECT format('ALTER ROLE CURRENT_USER IN DATABASE %I SET %I = %L', current_database(), $1::text, $2::text) AS statement`,
      [name, value],
    );
    for (const { statement } of rows) await pool.query(statement);
  }
}

/** A pooler gives its clients other process ids than the server does. */
async function isPooled(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid !== (client as { processID?: number }).processID;
}

/** Names of settings that sessions behind a pooler lack. None without a pooler. */
export async function settingsNotHeld(pool: Pool, statementTimeoutMs: number): Promise<string[]> {
  const client = await pool.connect();
  try {
    if (!(await isPooled(client))) return [];
    const wished = wishedFor(statementTimeoutMs);
    const { rows } = await client.query<{ name: string; held: string }>(
      'SELECT name, reset_val AS held FROM pg_settings WHERE name = any($1)',
      [wished.map(([name]) => name)],
    );
    const held = new Map(rows.map((row) => [row.name, row.held]));
    return wished.filter(([name, value]) => held.get(name) !== value).map(([name]) => name);
  } finally {
    client.release();
  }
}

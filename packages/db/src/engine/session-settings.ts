import type { ClientBase, Pool } from 'pg';

/**
 * What each session has to have. The time zone is not a matter of taste: Prisma's adapter drops the offset of what it reads. Nor
 * is the schema, which Prisma writes before its tables. Who waits for a lock gives up while there is time to say so, and a
 * process that stands still inside a transaction loses it, with the locks that others wait for. Times in ms, 0 for none.
 */
const wishedFor = (statementTimeoutMs: number): readonly (readonly [string, string])[] => [
  ['TimeZone', 'UTC'],
  ['search_path', 'public'],
  ['statement_timeout', String(statementTimeoutMs)],
  ['lock_timeout', String(Math.round(statementTimeoutMs / 2))],
  ['idle_in_transaction_session_timeout', String(statementTimeoutMs)],
];

/**
 * By statement and not by start-up options, which a URL may replace and poolers refuse. Behind a pooler that lends a connection
 * for one transaction it holds for whoever gets that connection next: there the role should have them.
 */
export async function setForSession(client: ClientBase, statementTimeoutMs: number): Promise<void> {
  const wished = wishedFor(statementTimeoutMs);
  const calls = wished.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, false)`);
  await client.query(`SELECT ${calls.join(', ')}`, wished.flat());
}

/** Makes them what every new session of this role has in this database, whoever opens it. A role may do so for itself. */
export async function setForRole(pool: Pool, statementTimeoutMs: number): Promise<void> {
  for (const [name, value] of wishedFor(statementTimeoutMs)) {
    const { rows } = await pool.query<{ statement: string }>(
      `SELECT format('ALTER ROLE CURRENT_USER IN DATABASE %I SET %I = %L', current_database(), $1::text, $2::text) AS statement`,
      [name, value],
    );
    for (const { statement } of rows) await pool.query(statement);
  }
}

/** The server names the session that answers; a pooler gives its clients numbers of its own. */
async function isPooled(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid !== (client as { processID?: number }).processID;
}

/** Names of those that a session behind a pooler has only where somebody set them on it. None without a pooler. */
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

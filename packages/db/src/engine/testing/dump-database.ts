import { openPostgres } from '../postgres.js';

/** Every row of every table, as text to look for words in. */
export async function dumpDatabase(url: string): Promise<string> {
  const { pool, close } = await openPostgres({ url, poolSize: 1, statementTimeoutMs: 30_000 });
  const texts: string[] = [];
  try {
    const tables = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of tables.rows) {
      const { rows } = await pool.query<{ text: string }>(`select whole::text as text from ${name} as whole`);
      texts.push(...rows.map(({ text }) => text));
    }
  } finally {
    await close();
  }
  return texts.join('\n');
}

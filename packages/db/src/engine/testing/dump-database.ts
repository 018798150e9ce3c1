import { openPostgres } from '../postgres.js';

interface Asked {
  query(text: string): Promise<{ rows: Record<string, unknown>[] }>;
}

/** Every row of every table that a pool reaches, all columns as text to look for words in. */
export async function dumpTables(pool: Asked): Promise<string> {
  const texts: string[] = [];
  const tables = await pool.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of tables.rows) {
    const { rows } = await pool.query(`select whole::text as text from ${name} as whole`);
    texts.push(...rows.map(({ text }) => String(text)));
  }
  return texts.join('\n');
}

/** The same of a database by its URL. */
export async function dumpDatabase(url: string): Promise<string> {
  const { pool, close } = await openPostgres({ url, poolSize: 1, statementTimeoutMs: 30_000 });
  try {
    return await dumpTables(pool);
  } finally {
    await close();
  }
}

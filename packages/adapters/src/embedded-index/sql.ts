export interface SqlClient {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** It may hold a single connection. */
export interface SqlPool extends SqlClient {
  connect(): Promise<SqlClient & { release(): void }>;
}

export async function inTransaction<Result>(
  sql: SqlPool,
  work: (client: SqlClient) => Promise<Result>,
): Promise<Result> {
  const client = await sql.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

export const inOneTransaction = (sql: SqlPool, statements: readonly string[]): Promise<void> =>
  inTransaction(sql, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

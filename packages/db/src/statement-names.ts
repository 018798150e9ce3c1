import type { Pool, PoolClient } from 'pg';
import { PLANNED_ONCE } from './repositories/memory-lists.js';

/** Forms of filtered statements; a plan takes some 100 KB. */
const PLANS = 50;

/** The driver keeps the text of each name for good. */
const textsOf = (client: PoolClient): Record<string, string> =>
  (client as unknown as { connection?: { parsedStatements?: Record<string, string> } }).connection?.parsedStatements ??
  {};

/** Waits for the one connection, so that what was sent under the name before comes first. */
async function forgetStatement(pool: Pool, name: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`deallocate "${name}"`);
  } finally {
    delete textsOf(client)[name];
    client.release();
  }
}

/** Names the latest forms. Each name is given once, since the driver refuses another text under it. */
export function createStatementNames(forget: (name: string) => void, most = PLANS) {
  /** The latest used comes last. */
  const names = new Map<string, string>();
  let given = 0;

  const nameNew = () => {
    given += 1;
    return `planned-${given}`;
  };

  return ({ sql }: { sql: string }): string => {
    if (!sql.startsWith(PLANNED_ONCE)) return '';
    const name = names.get(sql) ?? nameNew();
    names.delete(sql);
    names.set(sql, name);
    const [oldest] = names;
    if (oldest && names.size > most) {
      names.delete(oldest[0]);
      forget(oldest[1]);
    }
    return name;
  };
}

/** Only for the embedded engine: a server plans better by tenant, and a transaction pooler loses names. */
export const namesOnOneConnection = (pool: Pool) =>
  createStatementNames((name) => {
    // A statement that failed was never kept.
    forgetStatement(pool, name).catch(() => undefined);
  });

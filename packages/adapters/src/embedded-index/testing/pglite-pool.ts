import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import type { SqlPool } from '../sql.js';

/** A pool of one connection: using it while the connection is out would wait for ever, so here it throws. */
export interface PglitePool extends SqlPool {
  end(): Promise<void>;
}

export async function openPglitePool(): Promise<PglitePool> {
  const database = await PGlite.create({ extensions: { vector } });
  let out = false;
  const query = async (text: string, values?: unknown[]) => {
    const { rows } = await database.query<Record<string, unknown>>(text, values);
    return { rows };
  };
  const alone = () => {
    if (out) throw new Error('The only connection is out.');
  };
  return {
    async query(text, values) {
      alone();
      return query(text, values);
    },
    async connect() {
      alone();
      out = true;
      return {
        query,
        release() {
          out = false;
        },
      };
    },
    end: () => database.close(),
  };
}

import type { SqlPool } from '../sql.js';

export interface WatchedPool {
  sql: SqlPool;
  /** Parts that were read for memory, and questions that the database answered, since the last look. */
  look(): { parts: number; asked: number };
  /** Called with each part before it is handed over, and may change it; `number` counts them from 1. */
  onPart: (rows: Record<string, unknown>[], number: number) => Promise<Record<string, unknown>[]>;
}

/** A pool that tells what it was asked. */
export function watchPool(pool: SqlPool): WatchedPool {
  let [parts, asked, number] = [0, 0, 0];
  const watched: WatchedPool = {
    look() {
      const seen = { parts, asked };
      parts = 0;
      asked = 0;
      return seen;
    },
    onPart: async (rows) => rows,
    sql: {
      connect: () => pool.connect(),
      async query(text, values) {
        const answer = await pool.query(text, values);
        if (text.includes('<#>')) asked += 1;
        if (!text.includes('uuid_send')) return answer;
        parts += 1;
        number += 1;
        return { rows: await watched.onPart(answer.rows, number) };
      },
    },
  };
  return watched;
}

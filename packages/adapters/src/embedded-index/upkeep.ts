import type { SqlClient } from './sql.js';
import type { Table } from './tables.js';

/** Some 20 ms of vacuum each. */
const CHANGES_BETWEEN = 5_000;

export interface Upkeep {
  run(): Promise<void>;
  /** Counts changed rows; every so many it runs. */
  count(changes: number): Promise<void>;
}

/** PGlite has no autovacuum: without this the space of replaced and removed points is never used again. */
export function createUpkeep(sql: SqlClient, table: Table): Upkeep {
  let changed = 0;
  const run = async () => {
    changed = 0;
    await sql.query(`vacuum (analyze) embedded_index.${table}`);
  };
  return {
    run,
    async count(changes) {
      changed += changes;
      if (changed >= CHANGES_BETWEEN) await run();
    },
  };
}

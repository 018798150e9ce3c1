import { quietLog } from '@hippocamp/core/testing/builders';
import { migrate } from '../../engine/migrate.js';
import type { TestEngine } from '../../engine/testing/engines.js';
import { createRecords } from '../../records.js';

/** Records over a new database of an engine, up to date. `close` ends both. */
export async function openRecordsOn(open: () => Promise<TestEngine>) {
  const { engine, close } = await open();
  const { pool, kind } = engine;
  await migrate(pool);
  const records = await createRecords({ pool, kind, log: quietLog });
  return {
    records,
    pool,
    async close() {
      await records.close();
      await close();
    },
  };
}

export type RecordsOn = Awaited<ReturnType<typeof openRecordsOn>>;

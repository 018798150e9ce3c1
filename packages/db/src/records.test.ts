import { quietLog } from '@hippocamp/core/testing/builders';
import { recordsConformance } from '@hippocamp/core/testing/records-conformance';
import { migrate } from '@hippocamp/db/engine/migrate';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { createRecords } from '@hippocamp/db/records';
import { openOnServer } from '@hippocamp/db/repositories/testing/given-server';
import type { Pool } from 'pg';

async function dump(pool: Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(`select whole::text as text from ${name} as whole`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

// biome-ignore lint/style/noProcessEnv: a server that is given to the tests has no other way in
const givenUrl = process.env.DATABASE_URL;
const given = { kind: 'a given server', available: givenUrl !== undefined, open: () => openOnServer(givenUrl ?? '') };

for (const { kind, available, open } of [...testEngines, given]) {
  if (!available) continue;
  recordsConformance(kind, async () => {
    const { engine, close } = await open();
    await migrate(engine.pool);
    const records = await createRecords({ pool: engine.pool, kind: engine.kind, log: quietLog });
    return {
      records,
      dump: () => dump(engine.pool),
      async close() {
        await records.close();
        await close();
      },
    };
  });
}

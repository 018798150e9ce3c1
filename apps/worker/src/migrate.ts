import { migrateDatabase } from '@hippocamp/runtime/migrate-database';
import { runOnceOnly } from '@hippocamp/runtime/program';
import { readSettings } from '@hippocamp/runtime/settings';

runOnceOnly(async () => {
  const applied = await migrateDatabase(readSettings());
  const list = applied.map((name) => `  ${name}\n`).join('');
  process.stdout.write(applied.length > 0 ? `Migrated:\n${list}` : 'The tables are up to date.\n');
});

import { parseArgs } from 'node:util';
import { READ_AGAIN } from '@hippocamp/runtime/engines/earlier-reader';
import { migrateDatabase } from '@hippocamp/runtime/migrate-database';
import { runOnceOnly } from '@hippocamp/runtime/program';
import { readSettings } from '@hippocamp/runtime/settings';

const options = { 'role-settings': { type: 'boolean', default: false } } as const;

runOnceOnly(async () => {
  const roleSettings = parseArgs({ options }).values['role-settings'];
  const applied = await migrateDatabase(readSettings(), { roleSettings });
  const list = applied.map((name) => `  ${name}\n`).join('');
  process.stdout.write(applied.length > 0 ? `Migrated:\n${list}` : 'The tables are up to date.\n');
  if (applied.length > 0 && !applied.some((name) => name.endsWith('_init'))) process.stdout.write(`${READ_AGAIN}.\n`);
  if (roleSettings)
    process.stdout.write('The time-outs are those of the role now. A pooler needs new connections for them.\n');
});

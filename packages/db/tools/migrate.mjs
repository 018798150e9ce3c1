// For developers; the service applies migrations by itself when it starts.
//   node tools/migrate.mjs create <name>   write a migration for what prisma/schema.prisma has and the migrations lack
//   node tools/migrate.mjs check           end with 2 where there is such a difference
//   node tools/migrate.mjs status [url]    what a PostgreSQL database has of them; DATABASE_URL where no url is given
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPostgres } from '@hippocamp/db/engine/postgres';
import { migrationsFolder, openSchemaEngine } from './schema-engine.mjs';

const say = (text) => process.stdout.write(`${text}\n`);

async function withEngine(settings, work) {
  const engine = await openSchemaEngine(settings);
  return work(engine).finally(engine.close);
}

async function create(name) {
  if (!/^[a-z0-9_]+$/.test(name ?? '')) throw new Error('A migration needs a name: small letters, digits and _.');
  const { script, hasLockfile } = await withEngine({}, async (engine) => ({
    script: await engine.difference(),
    hasLockfile: engine.hasLockfile,
  }));
  if (script === null) return say('The migrations have all that the schema has.');
  const folder = `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}_${name}`;
  await mkdir(join(migrationsFolder, folder), { recursive: true });
  await writeFile(join(migrationsFolder, folder, 'migration.sql'), script);
  if (!hasLockfile) await writeFile(join(migrationsFolder, 'migration_lock.toml'), 'provider = "postgresql"\n');
  say(`Wrote ${folder}. Read it before you commit it.`);
}

async function check() {
  const script = await withEngine({}, (engine) => engine.difference());
  if (script === null) return;
  say(script);
  process.exitCode = 2;
}

async function status(url = process.env.DATABASE_URL) {
  if (!url) throw new Error('Give the URL of a PostgreSQL database, or set DATABASE_URL.');
  const database = await openPostgres({ url, poolSize: 1, statementTimeoutMs: 0 });
  try {
    const found = await withEngine({ pool: database.pool }, async (engine) => ({
      ...(await engine.diagnose()),
      drift: await engine.drift(),
    }));
    say(JSON.stringify(found, null, 2));
  } finally {
    await database.close();
  }
}

const [command, argument] = process.argv.slice(2);
const work = { create, check, status }[command];
try {
  if (!work) throw new Error('Say create <name>, check or status [url].');
  await work(argument);
} catch (error) {
  process.stderr.write(`${error?.message ?? error}\n`);
  process.exitCode = 1;
}

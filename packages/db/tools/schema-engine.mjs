// Prisma Migrate without its native engine: the same engine in WebAssembly, over the pools of this package.
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPglite } from '@hippocamp/db/engine/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';

const prismaFolder = fileURLToPath(new URL('../prisma', import.meta.url));
export const migrationsFolder = join(prismaFolder, 'migrations');
const ignore = () => undefined;
const filters = { externalTables: [], externalEnums: [] };

// Where the engine leaves its last words.
globalThis.PRISMA_WASM_PANIC_REGISTRY = {
  set_message(message) {
    throw new Error(message);
  },
};

async function instantiate() {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
  const bytes = await readFile(join(folder, 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': bindings });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return bindings.SchemaEngine;
}

/** Once: the bindings know one instance only. */
let loading;
const loadWasm = () => {
  loading ??= instantiate();
  return loading;
};

/** Reads columns of the type "char", which PostgreSQL's own tables are full of and the adapter does not know (7.10.0). */
const CHAR = 18;
const TEXT = 25;
const createQueryRaw = (adapter) => async (query) => {
  const { fields, rows } = await adapter.performIO(query);
  const known = fields.map((field) => (field.dataTypeID === CHAR ? { ...field, dataTypeID: TEXT } : field));
  const reader = Object.assign(Object.create(adapter), { performIO: async () => ({ fields: known, rows }) });
  const result = await Object.getPrototypeOf(adapter).queryRaw.call(reader, query);
  const typeOf = (type, index) => (fields[index].dataTypeID === CHAR ? ColumnTypeEnum.Character : type);
  return { ...result, columnTypes: result.columnTypes.map(typeOf) };
};

/** The adapter cuts a script at every semicolon, function bodies too; the native engine sends it whole. */
async function connectWhole(pool) {
  const adapter = await new PrismaPg(pool).connect();
  return Object.assign(adapter, {
    queryRaw: createQueryRaw(adapter),
    executeScript: (script) => pool.query(script).then(ignore, (error) => adapter.onError(error)),
    dispose: async () => undefined,
  });
}

/** A database in memory to work in, emptied for each use: nobody has to allow its creation, and nothing of it stays. */
function createScratch(template) {
  let opening;
  return {
    async connect() {
      opening ??= openPglite({ folder: 'memory://', template });
      const { pool } = await opening;
      await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
      return connectWhole(pool);
    },
    close: async () => (await opening)?.close(),
  };
}

const createFactory = (pool, scratch) =>
  bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => (pool ? connectWhole(pool) : scratch.connect()),
    connectToShadowDb: scratch.connect,
  });

const textOrNull = (path) => readFile(path, 'utf8').catch(() => null);

async function readDirectory(folder, name) {
  const script = await textOrNull(join(folder, name, 'migration.sql'));
  const content = script === null ? { tag: 'error', value: 'missing' } : { tag: 'ok', value: script };
  return { path: name, migrationFile: { path: 'migration.sql', content } };
}

async function readMigrations(folder) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir: folder,
    shadowDbInitScript: '',
    lockfile: { path: 'migration_lock.toml', content: await textOrNull(join(folder, 'migration_lock.toml')) },
    migrationDirectories: await Promise.all(names.sort().map((name) => readDirectory(folder, name))),
  };
}

/** Prisma's schema engine; `pool` is the database it speaks of, where a command needs one. A template saves time. */
export async function openSchemaEngine({ pool, folder = migrationsFolder, template } = {}) {
  const SchemaEngine = await loadWasm();
  const path = join(prismaFolder, 'schema.prisma');
  const content = await readFile(path, 'utf8');
  const migrationsList = await readMigrations(folder);
  const scratch = createScratch(template);
  const factory = createFactory(pool, scratch);
  const engine = await SchemaEngine.new({ datamodels: [[path, content]] }, () => undefined, factory);
  const from =
    migrationsList.migrationDirectories.length > 0 ? { tag: 'migrations', ...migrationsList } : { tag: 'empty' };
  const to = { tag: 'schemaDatamodel', files: [{ path, content }] };
  return {
    hasLockfile: migrationsList.lockfile.content !== null,
    /** What the schema has and the migrations lack; its own `createMigration` cannot use our shadow (7.10.0). */
    async difference() {
      const { stdout, exitCode } = await engine.diff({ from, to, script: true, exitCode: true, filters });
      return exitCode === 2 ? stdout : null;
    },
    /** What the database's table of migrations says; needs a pool. */
    diagnose: () => engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: true, filters }),
    /** Why the database is not what its migrations make; null where it is. Needs a pool. */
    async drift() {
      const { action } = await engine.devDiagnostic({ migrationsList, filters });
      return action.tag === 'reset' ? action.reason : null;
    },
    close: scratch.close,
    apply: async () => (await engine.applyMigrations({ migrationsList, filters })).appliedMigrationNames,
  };
}

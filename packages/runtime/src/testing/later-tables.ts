import { openPglite } from '@hippocamp/db/engine/pglite';
import { openPostgres } from '@hippocamp/db/engine/postgres';

/** To every table what a later version may add to it, which this one knows nothing of; and a table and a trigger of its own. */
const EXPAND = `
  CREATE TABLE later_notes (tenant_id text NOT NULL, id uuid NOT NULL, PRIMARY KEY (tenant_id, id));
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT table_name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations'
    LOOP
      EXECUTE format('ALTER TABLE %I ADD COLUMN later_note text, ADD COLUMN later_list jsonb,
        ADD COLUMN later_count integer NOT NULL DEFAULT 0, ADD COLUMN later_at timestamptz(3) NOT NULL DEFAULT now()', name);
      EXECUTE format('CREATE INDEX ON %I (later_count)', name);
    END LOOP;
  END $$;`;

const NOTE = `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
  VALUES (gen_random_uuid(), '', $1, now(), 1)`;

/** Does to the database of a place, which no process has open, what a migration of a later version would. */
export async function expandTables(place: Record<string, string>, migration: string): Promise<void> {
  const { DATABASE_URL: url, HIPPOCAMP_DATA: folder } = place;
  const engine = url
    ? await openPostgres({ url, poolSize: 1, statementTimeoutMs: 0 })
    : await openPglite({ folder: `${folder}/database` });
  try {
    await engine.pool.query(EXPAND);
    await engine.pool.query(NOTE, [migration]);
  } finally {
    await engine.close();
  }
}

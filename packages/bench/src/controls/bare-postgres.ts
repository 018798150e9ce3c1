import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { openServer } from '@hippocamp/runtime/engines/postgres';
import { createLogger } from '@hippocamp/runtime/logger';
import type { Answer } from '../measure/client.js';

export interface BarePostgres {
  version: string;
  /** One INSERT in a transaction of its own: the least that accepting a text takes. */
  insert(text: string): Promise<Answer>;
  outbox(): Promise<{ ingests: number; all: number; dead: number }>;
  close(): Promise<void>;
}

const table = 'create table if not exists bench_control (id uuid primary key, tenant_id text, content text)';

// The table is the service's own; the control goes around the service.
const counts = `select count(*) filter (where kind = 'ingest' and dead_at is null)::int as ingests,
  count(*) filter (where dead_at is null)::int as "all", count(dead_at)::int as dead from outbox`;

/** The pool has a gateway's default size. */
export async function openBarePostgres(url: string): Promise<BarePostgres> {
  const settings = { url, poolSize: 10, statementTimeout: 15_000, startupWait: 5_000 };
  const { pool, version, close } = await openServer(settings, createLogger('silent'));
  await pool.query(table);
  return {
    version,
    async insert(text) {
      const start = performance.now();
      await pool.query('insert into bench_control values ($1, $2, $3)', [randomUUID(), 'bench', text]);
      return { status: 200, text: '', milliseconds: performance.now() - start };
    },
    async outbox() {
      const { rows } = await pool.query<{ ingests: number; all: number; dead: number }>(counts);
      return rows[0] ?? { ingests: 0, all: 0, dead: 0 };
    },
    close,
  };
}

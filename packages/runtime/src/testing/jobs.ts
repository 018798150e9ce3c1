import { openPostgres } from '@hippocamp/db/engine/postgres';

export interface TenantJobs {
  waiting: number;
  dead: number;
  /** Why those fail that do. */
  errors: string[];
}

export interface JobLook {
  of(tenant: string): Promise<TenantJobs>;
  close(): Promise<void>;
}

const JOBS = `
  select count(*) filter (where dead_at is null)::int as waiting, count(dead_at)::int as dead,
    coalesce(array_agg(kind || ': ' || last_error) filter (where last_error is not null), '{}') as errors
  from outbox where tenant_id = $1`;

/** Looks at the work list of one tenant, which no request tells. */
export async function openJobLook(url: string): Promise<JobLook> {
  const { pool, close } = await openPostgres({ url, poolSize: 1, statementTimeoutMs: 30_000 });
  return {
    of: async (tenant) => (await pool.query<TenantJobs>(JOBS, [tenant])).rows[0] ?? { waiting: 0, dead: 0, errors: [] },
    close,
  };
}

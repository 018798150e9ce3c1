import { jobKinds } from '@hippocamp/core/ports/job-queue';
import type { Outbox } from '@hippocamp/core/ports/records';
import type { Database } from './database.js';

/** So many rows of a kind that wait, and so many dead ones of all kinds, are counted, in some milliseconds. */
const COUNTED = 50_000;

interface Counted {
  kind: string;
  waiting: number;
  dead: number;
  oldest: Date | null;
}

/** Each part in the order of its index: whatever the planner believes of the table, it reads no more than is counted. */
export async function countJobs(database: Database, now: Date, most = COUNTED): ReturnType<Outbox['counts']> {
  const rows = await database.$queryRaw<Counted[]>`
    with dead as materialized (
      select kind, count(*)::int as counted from (
        select kind from outbox where dead_at is not null order by tenant_id, dead_at, kind, ref limit ${most}
      ) as few group by kind
    )
    select kinds.kind, waiting.counted as waiting, coalesce(dead.counted, 0) as dead, waiting.oldest
    from unnest(${[...jobKinds]}::text[]) as kinds (kind)
    cross join lateral (
      select count(*)::int as counted, min(created_at) as oldest from (
        select created_at from outbox
        where dead_at is null and kind = kinds.kind order by kind, tenant_id, due_at, ref limit ${most}
      ) as few
    ) as waiting
    left join dead on dead.kind = kinds.kind`;
  return jobKinds.map((kind) => {
    const { waiting = 0, dead = 0, oldest = null } = rows.find((row) => row.kind === kind) ?? {};
    return { kind, waiting, dead, oldestSeconds: oldest ? Math.max(0, now.getTime() - oldest.getTime()) / 1000 : 0 };
  });
}

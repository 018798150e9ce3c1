import type { Origin } from '@hippocamp/core/ports/records';
import { Prisma } from '../generated/client.js';

/** All attempts lie before it. */
export const anew = Prisma.sql`attempts = 0, failures = 0, first_failed_at = null`;

/**
 * Adds the keys that `keys` selects (kind, ref). One that is there is rung once more and gets the earlier due time; a dead
 * letter comes back to life. In one order, so that two that ring some of the same do not wait for each other.
 */
export const ringing = (tenant: string, keys: Prisma.Sql, at: Date, dueAt: Date, origin?: Origin) =>
  Prisma.sql`
  insert into outbox (tenant_id, kind, ref, due_at, created_at, request_id, traceparent)
  select distinct ${tenant}, kind, ref, ${dueAt}::timestamptz, ${at}::timestamptz,
    ${origin?.requestId ?? null}::text, ${origin?.traceparent ?? null}::text
  from (${keys}) as rung (kind, ref) order by kind, ref
  on conflict (tenant_id, kind, ref) do update set
    rung = outbox.rung + 1,
    due_at = case when outbox.dead_at is null then least(outbox.due_at, excluded.due_at) else excluded.due_at end,
    attempts = case when outbox.dead_at is null then outbox.attempts else 0 end,
    failures = case when outbox.dead_at is null then outbox.failures else 0 end,
    first_failed_at = case when outbox.dead_at is null then outbox.first_failed_at end,
    created_at = case when outbox.dead_at is null then outbox.created_at else excluded.created_at end,
    request_id = case when excluded.request_id is null then outbox.request_id else excluded.request_id end,
    traceparent = case when excluded.request_id is null then outbox.traceparent else excluded.traceparent end,
    dead_at = null`;

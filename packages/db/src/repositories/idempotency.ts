import type { IdempotencyRecord, IdempotencyRepository } from '@hippocamp/core/ports/records';
import type { JsonObject, TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { type Database, nullableJsonObject, uuids } from './database.js';
import { inParts, pagesOf } from './parts.js';
import { withoutWall } from './tenant-wall.js';

/** The answer of a key whose text was erased. */
const FORGOTTEN = Prisma.sql`'{}'::jsonb`;

type Claim = Parameters<IdempotencyRepository['claim']>[1];
type Held = { claimed: true } | ({ claimed: false } & IdempotencyRecord);

/** Expired, or left without a result by the same request. */
const isFree = ({ fingerprint, at, expiredBefore }: Claim) => Prisma.sql`(
  present.created_at < ${expiredBefore}::timestamptz or (
    present.result is null and coalesce(present.locked_until, '-infinity') <= ${at}::timestamptz
    and present.fingerprint = ${fingerprint}
  )
)`;

/** No row where another claim became visible after the statement began; a repeat sees it. */
async function tryClaim(database: Database, tenant: TenantId, key: string, claim: Claim): Promise<Held | undefined> {
  const { fingerprint, lockedUntil, at } = claim;
  const [row] = await database.$queryRaw<Held[]>`
    with claimed as (
      insert into idempotency_keys as present (tenant_id, key, fingerprint, locked_until, created_at)
      values (${tenant}, ${key}, ${fingerprint}, ${lockedUntil}::timestamptz, ${at}::timestamptz)
      on conflict (tenant_id, key) do update
      set fingerprint = excluded.fingerprint, locked_until = excluded.locked_until, created_at = excluded.created_at,
        result = null
      where ${isFree(claim)}
      returning key
    )
    select true as claimed, null as fingerprint, null::jsonb as result, null::timestamptz as "lockedUntil" from claimed
    union all
    select false, fingerprint, result, locked_until from idempotency_keys as present
    where tenant_id = ${tenant} and key = ${key} and not ${isFree(claim)} and not exists (select from claimed)`;
  return row;
}

async function forget(database: Database, tenant: TenantId, memoryIds: readonly string[]): Promise<void> {
  if (memoryIds.length === 0) return;
  const ids = uuids(memoryIds);
  // Must use the index of mentions. Seeing the ids or the tenant, the planner would choose to read all keys.
  const next = async (after: string | null, limit: number) => {
    const rows = await withoutWall(database).$queryRaw<{ key: string }[]>`
      select key from (
        select tenant_id, key from idempotency_keys where mentions && (select ${ids}) offset 0
      ) as mentioning
      where tenant_id = ${tenant} ${after === null ? Prisma.empty : Prisma.sql`and key > ${after}`}
      order by key limit ${limit}`;
    return rows.map(({ key }) => key);
  };
  for await (const keys of pagesOf(next)) {
    for (const part of inParts(keys)) {
      await withoutWall(database).$executeRaw`
        update idempotency_keys set result = ${FORGOTTEN}, mentions = '{}', locked_until = null
        where tenant_id = ${tenant} and mentions && ${ids} and key = any(array(select unnest(${part}::text[])))`;
    }
  }
}

export function createIdempotencyRepository(database: Database, tenant: TenantId): IdempotencyRepository {
  return {
    async claim(key, claim) {
      for (;;) {
        const held = await tryClaim(database, tenant, key, claim);
        if (held?.claimed) return null;
        if (held) return { fingerprint: held.fingerprint, result: held.result, lockedUntil: held.lockedUntil };
      }
    },
    async resume(key, { fingerprint, lockedUntil, at }) {
      const [row] = await database.idempotencyKey.updateManyAndReturn({
        where: { tenantId: tenant, key, fingerprint, lockedUntil: { lte: at }, result: { not: Prisma.DbNull } },
        data: { lockedUntil },
        select: { result: true },
      });
      return nullableJsonObject(row?.result ?? null);
    },
    async results(keys, fingerprint) {
      const rows = await database.$queryRaw<{ result: JsonObject }[]>`
        select result from idempotency_keys
        where tenant_id = ${tenant} and key = any(${keys}::text[]) and fingerprint = ${fingerprint} and result is not null`;
      return rows.map(({ result }) => result);
    },
    async hold(key, from, lockedUntil) {
      const where = { tenantId: tenant, key, lockedUntil: from };
      return (await database.idempotencyKey.updateMany({ where, data: { lockedUntil } })).count > 0;
    },
    async store(key, { result, mentions, lockedUntil }) {
      // A forgotten answer stays forgotten.
      await database.$executeRaw`
        update idempotency_keys
        set result = ${JSON.stringify(result)}::jsonb, mentions = ${uuids(mentions)},
          locked_until = ${lockedUntil}::timestamptz
        where tenant_id = ${tenant} and key = ${key} and result is distinct from ${FORGOTTEN}`;
    },
    async release(key) {
      await database.idempotencyKey.deleteMany({ where: { tenantId: tenant, key } });
    },
    forget: (memoryIds) => forget(database, tenant, memoryIds),
  };
}

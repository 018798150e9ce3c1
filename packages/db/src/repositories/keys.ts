import type { KeyRecord, KeyRegister } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';

const columns = Prisma.sql`
  id, tenant, name, hash, scopes, owner_entity_id as "ownerEntityId", created_at as "createdAt",
  expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"`;

const firstOf = (rows: KeyRecord[]): KeyRecord | null => rows[0] ?? null;

/** Null counts as never. */
const earlier = (column: Prisma.Sql, time: Date | undefined) =>
  Prisma.sql`least(${column}, ${time ?? null}::timestamptz)`;

export const createKeyRegister = (database: Database): KeyRegister => ({
  findBeforeTenant: (ids) =>
    database.$queryRaw<KeyRecord[]>`select ${columns} from api_keys where id = any(${[...ids]}::text[])`,
  async insert(key) {
    await database.apiKey.create({ data: key });
  },
  list: ({ tenant, after, limit }) => database.$queryRaw<KeyRecord[]>`
    select ${columns} from api_keys
    where id > ${after} and ${tenant === undefined ? Prisma.sql`true` : Prisma.sql`tenant = ${tenant}`}
    order by id limit ${limit}`,
  end: async (id, { expiresAt, revokedAt }) =>
    firstOf(
      await database.$queryRaw<KeyRecord[]>`
        update api_keys set expires_at = ${earlier(Prisma.sql`expires_at`, expiresAt)},
          revoked_at = ${earlier(Prisma.sql`revoked_at`, revokedAt)}
        where id = ${id} returning ${columns}`,
    ),
  async used(id, at) {
    await database.$executeRaw`
      update api_keys set last_used_at = greatest(last_used_at, ${at}::timestamptz) where id = ${id}`;
  },
  exist: async () => (await database.apiKey.findFirst({ select: { id: true } })) !== null,
  async keyed(tenants) {
    const rows = await database.$queryRaw<{ tenant: TenantId }[]>`
      select given.tenant from unnest(${[...tenants]}::text[]) as given (tenant)
      where exists (select from api_keys where api_keys.tenant = given.tenant)`;
    return rows.map(({ tenant }) => tenant);
  },
  async tenants(after, limit) {
    const rows = await database.$queryRaw<{ tenant: TenantId }[]>`
      select distinct tenant from api_keys where tenant > ${after} order by tenant limit ${limit}`;
    return rows.map(({ tenant }) => tenant);
  },
});

import type { ClientBase, Pool } from 'pg';
import { LOCK_KEY, patient, WITHOUT_HASTE } from './schema-lock.js';
import { isScoped, TENANT_ROLE } from './tenant-scope.js';

/**
 * The second wall between tenants. Each table with a tenant has two policies: everybody sees all rows, as without them,
 * but the tenant role sees those of the tenant that its statement is sent for, and none where none was told.
 */

/** A restrictive policy narrows what the other allows. A plain equation, so that the planner joins it with the statement's own. */
const POLICIES = (table: string) => `
  alter table ${table} enable row level security;
  drop policy if exists everybody on ${table};
  create policy everybody on ${table} using (true);
  drop policy if exists tenant_only on ${table};
  create policy tenant_only on ${table} as restrictive to ${TENANT_ROLE}
    using (tenant_id = current_setting('hippocamp.tenant', true))`;

const GRANTS = (table: string) => `grant select, insert, update, delete on ${table} to ${TENANT_ROLE}`;

interface Table {
  name: string;
  hasTenant: boolean;
}

/** Tables that the tenant role may not use yet, or of which it would see all rows. */
const LACKING = `
  select format('%I', relname) as name, has_tenant as "hasTenant"
  from pg_class
  cross join lateral (
    select exists (
      select from pg_attribute where attrelid = pg_class.oid and attname = 'tenant_id' and not attisdropped
    ) as has_tenant
  ) as looked
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> '_prisma_migrations' and (
    not has_table_privilege($1, pg_class.oid, 'select') or not has_table_privilege($1, pg_class.oid, 'insert')
    or not has_table_privilege($1, pg_class.oid, 'update') or not has_table_privilege($1, pg_class.oid, 'delete')
    or has_tenant and not (
      relrowsecurity and exists (
        select from pg_policy
        where polrelid = pg_class.oid and polname = 'tenant_only' and not polpermissive and $1::regrole = any(polroles)
      )
    )
  )
  order by relname`;

/** May not be read before the role is there: the other statements name it. */
const ROLE = `
  select exists (select from pg_roles where rolname = $1) as "isThere",
    coalesce((select pg_has_role(current_user, oid, 'member') from pg_roles where rolname = $1), false) as "isOurs"`;

interface RoleState {
  isThere: boolean;
  isOurs: boolean;
}

async function roleState(client: ClientBase | Pool): Promise<RoleState> {
  const { rows } = await client.query<RoleState>(ROLE, [TENANT_ROLE]);
  return rows[0] ?? { isThere: false, isOurs: false };
}

const tablesLacking = async (client: ClientBase | Pool): Promise<Table[]> =>
  (await client.query<Table>(LACKING, [TENANT_ROLE])).rows;

/** Whether the statements of tenants can be sent as that role, and would see their rows alone. */
export async function tenantWallStands(pool: Pool): Promise<boolean> {
  if (!isScoped(pool)) return false;
  const { isThere, isOurs } = await roleState(pool);
  return isThere && isOurs && (await tablesLacking(pool)).length === 0;
}

/** Not permitted, or made meanwhile for another database of this server. */
const [NOT_PERMITTED, MADE_MEANWHILE] = ['42501', ['23505', '42710', 'XX000']];

async function makeRole(client: ClientBase): Promise<void> {
  const { isThere } = await roleState(client);
  if (!isThere) await client.query(`create role ${TENANT_ROLE} nologin noinherit`);
  const { isOurs } = await roleState(client);
  if (!isOurs) await client.query(`grant ${TENANT_ROLE} to current_user`);
  await client.query(`grant usage on schema public to ${TENANT_ROLE}`);
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code);

const TRIES = 5;

async function makeRoleOnce(client: ClientBase): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await makeRole(client);
    } catch (error) {
      if (left <= 1 || !MADE_MEANWHILE.includes(codeOf(error))) throw error;
    }
  }
}

/** One table a transaction, so that it waits for the users of one at a time. */
async function raise(client: ClientBase): Promise<void> {
  await makeRoleOnce(client);
  for (const { name, hasTenant } of await tablesLacking(client)) {
    await client.query(
      patient(
        `begin; ${WITHOUT_HASTE}; select pg_advisory_xact_lock(${LOCK_KEY}); ${hasTenant ? POLICIES(name) : ''}; ${GRANTS(name)}; commit`,
      ),
    );
  }
}

/** Where the database's user may not make roles, or does not own the tables, all stays as it is. */
export async function raiseTenantWall(client: ClientBase): Promise<void> {
  try {
    await raise(client);
  } catch (error) {
    await client.query('rollback');
    if (codeOf(error) !== NOT_PERMITTED) throw error;
  }
}

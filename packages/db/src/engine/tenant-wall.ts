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

const privileges = ['select', 'insert', 'update', 'delete'].map(
  (privilege) => `has_table_privilege($1, pg_class.oid, '${privilege}')`,
);
const hasPolicy = (name: string) =>
  `exists (select from pg_policy where polrelid = pg_class.oid and polname = '${name}')`;

/** Tables with a tenant that the role may not use yet, or of which it would see too much or nothing. */
const LACKING = `
  select format('%I', relname) as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'tenant_id' and not attisdropped)
    and not (
      ${privileges.join(' and ')} and relrowsecurity and ${hasPolicy('everybody')} and ${hasPolicy('tenant_only')}
    )
  order by relname`;

/**
 * The other statements name the role, so this one comes first. From PostgreSQL 16 on, who makes a role is a member of it
 * that may not act as it.
 */
const ROLE = `
  select count(*) > 0 as "isThere",
    coalesce(bool_and(has_schema_privilege(oid, 'public', 'usage')), false) as "seesSchema",
    coalesce(bool_and(pg_has_role(current_user, oid,
      case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)), false) as "isOurs"
  from pg_roles where rolname = $1`;

interface RoleState {
  isThere: boolean;
  seesSchema: boolean;
  isOurs: boolean;
}

async function roleState(client: ClientBase | Pool): Promise<RoleState> {
  const { rows } = await client.query<RoleState>(ROLE, [TENANT_ROLE]);
  return rows[0] ?? { isThere: false, seesSchema: false, isOurs: false };
}

const tablesLacking = async (client: ClientBase | Pool): Promise<{ name: string }[]> =>
  (await client.query<{ name: string }>(LACKING, [TENANT_ROLE])).rows;

/** Whether the user of the connection gets what is meant for the statements of tenants alone. */
const NARROWED = `
  select exists (
    select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and row_security_active(oid)
  ) and pg_has_role(current_user, oid, 'usage') as narrowed
  from pg_roles where rolname = $1`;

const SEES_NOTHING = `The user of DATABASE_URL inherits the rights of ${TENANT_ROLE} and does not own the tables, so it would see no row. Take that role from it, or make it "noinherit", and start again.`;

/**
 * Whether the statements of tenants can be sent as that role, and would see their rows alone. Rejects where the user's own
 * statements would see none.
 */
export async function tenantWallStands(pool: Pool): Promise<boolean> {
  if (!isScoped(pool)) return false;
  const { isThere, seesSchema, isOurs } = await roleState(pool);
  if (!isThere) return false;
  const { rows } = await pool.query<{ narrowed: boolean }>(NARROWED, [TENANT_ROLE]);
  if (rows[0]?.narrowed) throw new Error(SEES_NOTHING);
  return seesSchema && isOurs && (await tablesLacking(pool)).length === 0;
}

const NOT_PERMITTED = '42501';
/** Made meanwhile for another database of this server. */
const MADE_MEANWHILE = ['23505', '42710', 'XX000'];
/** The lock of a table was waited for in vain. */
const BUSY = '55P03';

async function makeRole(client: ClientBase): Promise<void> {
  const { isThere } = await roleState(client);
  if (!isThere) await client.query(`create role ${TENANT_ROLE} nologin`);
  const { isOurs, seesSchema } = await roleState(client);
  if (!isOurs) await client.query(`grant ${TENANT_ROLE} to current_user`);
  if (!seesSchema) await client.query(`grant usage on schema public to ${TENANT_ROLE}`);
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code);

const TRIES = 5;

async function again(client: ClientBase, work: () => Promise<unknown>, codes: readonly string[]): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (left <= 1 || !codes.includes(codeOf(error))) throw error;
      await client.query('rollback');
    }
  }
}

/** Whoever wants the table waits behind this, so it waits for a short time only, and for one table at a time. */
const WAIT = `set local lock_timeout = '2s'`;
const ALONE = `${WITHOUT_HASTE}; select pg_advisory_xact_lock(${LOCK_KEY})`;

async function raise(client: ClientBase): Promise<void> {
  await again(client, () => makeRole(client), MADE_MEANWHILE);
  for (const { name } of await tablesLacking(client)) {
    const statements = `begin; ${ALONE}; ${WAIT}; ${POLICIES(name)}; ${GRANTS(name)}; commit`;
    await again(client, () => client.query(patient(statements)), [BUSY]);
  }
}

/** Where the user may not make roles, does not own the tables, or others hold them for long, all stays as it is. */
export async function raiseTenantWall(client: ClientBase): Promise<void> {
  try {
    await raise(client);
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if (![NOT_PERMITTED, BUSY].includes(codeOf(error))) throw error;
  }
}

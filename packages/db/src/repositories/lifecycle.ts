import type {
  ActionOutcome,
  ActionRecord,
  LifecycleRepository,
  LifecycleRunPage,
  LifecycleRunRecord,
  PlannedAction,
} from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { LifecycleActionName, LifecycleCounts, LifecycleError } from '@hippocamp/shared/schemas/lifecycle';
import { type LifecycleAction, type LifecycleRun, Prisma } from '../generated/client.js';
import { asParameter, type Database, givenOf, json, nullableJson } from './database.js';
import { lifecycleMemories } from './lifecycle-memories.js';
import { byCreation, cutPage } from './page.js';
import { removeActions } from './retention.js';

const toRun = ({ tenantId: _tenant, state, summary, errors, ...row }: LifecycleRun): LifecycleRunRecord => ({
  ...row,
  state: state as LifecycleRunRecord['state'],
  summary: summary as LifecycleCounts | null,
  errors: errors as unknown as LifecycleError[],
});

const toAction = ({ tenantId: _tenant, runId: _run, action, state, ...row }: LifecycleAction): ActionRecord => ({
  ...row,
  action: action as LifecycleActionName,
  state: state as ActionRecord['state'],
});

/** Decided by the unique index of real runs under way. */
async function start(database: Database, tenant: TenantId, run: LifecycleRunRecord): Promise<boolean> {
  const row = { ...run, tenantId: tenant, summary: nullableJson(run.summary), errors: json(run.errors) };
  const { count } = await database.lifecycleRun.createMany({ data: [row], skipDuplicates: true });
  return count > 0;
}

const beyond = ({ after }: LifecycleRunPage): Prisma.LifecycleRunWhereInput => {
  if (!after) return {};
  const createdAt = new Date(after.value);
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: after.id } }] };
};

async function page(database: Database, tenant: TenantId, request: LifecycleRunPage) {
  const { limit, offset, after } = request;
  const where = { tenantId: tenant, dryRun: false, completedAt: { not: null } } satisfies Prisma.LifecycleRunWhereInput;
  const total = await database.lifecycleRun.count({ where });
  const rows = await database.lifecycleRun.findMany({
    where: { AND: [where, beyond(request)] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    skip: after ? 0 : offset,
  });
  const { rows: shown, last } = cutPage(rows, limit, byCreation.keyOf);
  return { runs: shown.map(toRun), total, last };
}

const changed = ({
  summary,
  errors,
  ...rest
}: Parameters<LifecycleRepository['update']>[1]): Prisma.LifecycleRunUpdateManyMutationInput => ({
  ...givenOf(rest),
  ...(summary === undefined ? {} : { summary: summary === null ? Prisma.DbNull : json(summary) }),
  ...(errors === undefined ? {} : { errors: json(errors) }),
});

const lifecycleRuns = (
  database: Database,
  tenant: TenantId,
): Pick<LifecycleRepository, 'start' | 'withdraw' | 'get' | 'page' | 'update'> => ({
  start: (run) => start(database, tenant, run),
  async withdraw(id) {
    await database.lifecycleRun.deleteMany({ where: { tenantId: tenant, id } });
  },
  async get(id) {
    const row = await database.lifecycleRun.findFirst({ where: { tenantId: tenant, id } });
    return row && toRun(row);
  },
  page: (request) => page(database, tenant, request),
  async update(id, changes) {
    await database.lifecycleRun.updateMany({ where: { tenantId: tenant, id }, data: changed(changes) });
  },
});

async function plan(database: Database, tenant: TenantId, runId: string, actions: readonly PlannedAction[]) {
  if (actions.length === 0) return;
  await database.$executeRaw`
    insert into lifecycle_actions (
      tenant_id, run_id, memory_id, action, state, from_tier, to_tier, reason, group_id, planned_version,
      planned_access_count, from_tier_since
    )
    select ${tenant}, ${runId}::uuid, "memoryId", action, 'planned', "fromTier", "toTier", reason, "groupId",
      "plannedVersion", "plannedAccessCount", "fromTierSince"
    from json_to_recordset(${asParameter(actions)}::json) as given (
      "memoryId" uuid, action text, "fromTier" tier, "toTier" tier, reason text, "groupId" uuid, "plannedVersion" int,
      "plannedAccessCount" int, "fromTierSince" timestamptz
    )
    on conflict (tenant_id, run_id, memory_id) do nothing`;
}

/** Beyond those that are kept, so that what ends out of turn is met too. */
const LATER = 100;

const actionsPlanned = Prisma.join(
  ['expired', 'promoted', 'distilled', 'archived'].map(
    (action) => Prisma.sql`coalesce((summary ->> ${Prisma.raw(`'${action}'`)})::int, 0)`,
  ),
  ' + ',
);

/** Ids of runs rise with time, so that the latest are the first of a few rows at the end of an index. */
async function dropPlans(
  database: Database,
  tenant: TenantId,
  kept: Parameters<LifecycleRepository['dropPlans']>[0],
): Promise<number> {
  const dropped = await database.$queryRaw<{ id: string }[]>`
    select id from (
      select id, row_number() over (order by id desc) as place, sum(planned) over (order by id desc) as actions
      from (
        select id, ${actionsPlanned} as planned from lifecycle_runs
        where tenant_id = ${tenant} and dry_run and completed_at is not null
        order by id desc limit ${kept.runs + LATER}
      ) as latest
    ) as ranked
    where place > 1 and (place > ${kept.runs} or actions > ${kept.actions})
      and exists (select from lifecycle_actions where tenant_id = ${tenant} and run_id = ranked.id)`;
  let removed = 0;
  for (const { id } of dropped) removed += await removeActions(database, { tenant, id });
  return removed;
}

async function actionsOf(
  database: Database,
  tenant: TenantId,
  runId: string,
  { states, actions, groups, after, limit }: Parameters<LifecycleRepository['actions']>[1],
): Promise<ActionRecord[]> {
  const rows = await database.lifecycleAction.findMany({
    where: {
      tenantId: tenant,
      runId,
      state: { in: [...states] },
      ...(actions ? { action: { in: [...actions] } } : {}),
      ...(groups ? { groupId: { in: [...groups] } } : {}),
      ...(after === undefined ? {} : { memoryId: { gt: after } }),
    },
    orderBy: { memoryId: 'asc' },
    ...(limit === undefined ? {} : { take: limit }),
  });
  return rows.map(toAction);
}

async function plannedGroups(
  database: Database,
  tenant: TenantId,
  runId: string,
  most: Parameters<LifecycleRepository['plannedGroups']>[1],
) {
  const groups = await database.$queryRaw<{ id: string }[]>`
    select id from (
      select group_id as id, row_number() over (order by group_id) as place, sum(count(*)) over (order by group_id) as rows
      from lifecycle_actions
      where tenant_id = ${tenant} and run_id = ${runId}::uuid and state = 'planned' and group_id is not null
      group by group_id order by group_id limit ${most.groups}
    ) as planned
    where place = 1 or rows <= ${most.rows}`;
  if (groups.length === 0) return [];
  const rows = await database.lifecycleAction.findMany({
    where: { tenantId: tenant, runId, state: 'planned', groupId: { in: groups.map(({ id }) => id) } },
    orderBy: [{ groupId: 'asc' }, { memoryId: 'asc' }],
  });
  return rows.map(toAction);
}

async function mark(
  database: Database,
  tenant: TenantId,
  runId: string,
  from: ActionRecord['state'],
  outcomes: readonly ActionOutcome[],
) {
  if (outcomes.length === 0) return;
  await database.$executeRaw`
    update lifecycle_actions
    set state = given.state, applied_version = given."appliedVersion", result_memory_id = given."resultMemoryId"
    from json_to_recordset(${asParameter(outcomes)}::json) as given (
      "memoryId" uuid, state text, "appliedVersion" int, "resultMemoryId" uuid
    )
    where tenant_id = ${tenant} and run_id = ${runId}::uuid and memory_id = given."memoryId"
      and lifecycle_actions.state = ${from}`;
}

export const createLifecycleRepository = (database: Database, tenant: TenantId): LifecycleRepository => ({
  ...lifecycleRuns(database, tenant),
  ...lifecycleMemories(database, tenant),
  plan: (runId, actions) => plan(database, tenant, runId, actions),
  async clearPlan(runId) {
    await removeActions(database, { tenant, id: runId });
  },
  dropPlans: (kept) => dropPlans(database, tenant, kept),
  actions: (runId, request) => actionsOf(database, tenant, runId, request),
  plannedGroups: (runId, most) => plannedGroups(database, tenant, runId, most),
  mark: (runId, from, outcomes) => mark(database, tenant, runId, from, outcomes),
  tally: (runId) => database.$queryRaw<{ action: LifecycleActionName; state: ActionRecord['state']; count: number }[]>`
    select action, state, count(*)::int as count from lifecycle_actions
    where tenant_id = ${tenant} and run_id = ${runId}::uuid group by action, state`,
});

import type { LifecycleRepository, LifecycleRunPage, LifecycleRunRecord } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { type Database, givenOf, json, nullableJson } from './database.js';
import { toRun } from './lifecycle-columns.js';

/** The unique index over real runs that have not ended decides. */
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

/** One row more than asked for tells whether another page follows. */
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
  const runs = rows.slice(0, limit).map(toRun);
  const end = rows.length > limit ? runs.at(-1) : undefined;
  return { runs, total, last: end ? { value: end.createdAt.getTime(), id: end.id } : null };
}

type Changes = Parameters<LifecycleRepository['update']>[1];

const changed = ({ summary, errors, ...rest }: Changes): Prisma.LifecycleRunUpdateManyMutationInput => ({
  ...givenOf(rest),
  ...(summary === undefined ? {} : { summary: summary === null ? Prisma.DbNull : json(summary) }),
  ...(errors === undefined ? {} : { errors: json(errors) }),
});

export const lifecycleRuns = (
  database: Database,
  tenant: TenantId,
): Pick<LifecycleRepository, 'start' | 'withdraw' | 'get' | 'page' | 'update'> => ({
  start: (run) => start(database, tenant, run),
  async withdraw(id) {
    await database.lifecycleRun.deleteMany({ where: { tenantId: tenant, id } });
  },
  async get(id) {
    const row = await database.lifecycleRun.findUnique({ where: { tenantId_id: { tenantId: tenant, id } } });
    return row && toRun(row);
  },
  page: (request) => page(database, tenant, request),
  async update(id, changes) {
    await database.lifecycleRun.updateMany({ where: { tenantId: tenant, id }, data: changed(changes) });
  },
});

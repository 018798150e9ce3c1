import type { GraphNode, NodeType } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { type Database, uuids } from './database.js';

const idsOf = (nodes: readonly GraphNode[], type: NodeType) =>
  nodes.filter((node) => node.type === type).map(({ id }) => id);

/** By key and in one order, memories before entities, as `buryMemories` locks them, so that nobody waits in a circle. */
const held = (table: Prisma.Sql, condition: Prisma.Sql, tenant: TenantId, ids: readonly string[]) => Prisma.sql`
  select found.id from (select id from unnest(${uuids(ids)}) as id order by id) as given
  cross join lateral (
    select * from ${table} where tenant_id = ${tenant} and id = given.id offset 0 for key share
  ) as found
  where ${condition}`;

/** A key share waits for whoever removes the row, and lets others change it. */
export async function holdNodes(
  database: Database,
  tenant: TenantId,
  nodes: readonly GraphNode[],
): Promise<GraphNode[]> {
  const entities = held(Prisma.sql`entities`, Prisma.sql`true`, tenant, idsOf(nodes, 'entity'));
  const memories = held(Prisma.sql`memories`, Prisma.sql`deleted_at is null`, tenant, idsOf(nodes, 'memory'));
  const found = await database.$queryRaw<GraphNode[]>`
    select 'memory' as type, id from (${memories}) as memory
    union all
    select 'entity', id from (${entities}) as entity`;
  const keys = new Set(found.map(({ type, id }) => `${type} ${id}`));
  return nodes.filter(({ type, id }) => type === 'artifact' || keys.has(`${type} ${id}`));
}

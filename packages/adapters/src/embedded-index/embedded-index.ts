import { everyTurn, type Turns } from '@hippocamp/core/modules/turns';
import type { IndexRebuild, VectorIndex } from '@hippocamp/core/ports/vector-index';
import { applyPoints } from './apply-points.js';
import { migrate } from './migrations.js';
import { hasPoints, switchModel } from './model.js';
import { findLists, findScores } from './search.js';
import { inOneTransaction, inTransaction, type SqlPool } from './sql.js';
import { createRebuilt, dropRebuilt, putRebuiltInPlace, type Table } from './tables.js';
import { createUpkeep, type Upkeep } from './upkeep.js';

export type { SqlClient, SqlPool } from './sql.js';

const removal = (table: Table) => `delete from embedded_index.${table} where tenant_id = $1 and id = any($2::uuid[])`;

const page = (table: Table) => `select id, version from embedded_index.${table}
  where tenant_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit $3`;

const counting = 'select count(*)::int as points from embedded_index.points where tenant_id = $1';

/** What the index and a rebuild of it have in common. */
const pointsIn = (table: Table, sql: SqlPool, upkeep: Upkeep): Pick<IndexRebuild, 'apply' | 'remove' | 'scan'> => ({
  async apply(tenant, points) {
    await applyPoints(sql, table, tenant, points);
    await upkeep.count(points.length);
  },
  async remove(tenant, ids) {
    if (ids.length === 0) return;
    await sql.query(removal(table), [tenant, ids]);
    await upkeep.count(ids.length);
  },
  async scan(tenant, after, limit) {
    const { rows } = await sql.query(page(table), [tenant, after, limit]);
    return rows.map((row) => ({ id: String(row.id), version: Number(row.version) }));
  },
});

async function startRebuild(sql: SqlPool, upkeep: Upkeep): Promise<IndexRebuild> {
  await inOneTransaction(sql, createRebuilt);
  return {
    ...pointsIn('points_rebuilt', sql, createUpkeep(sql, 'points_rebuilt')),
    async replace() {
      await inOneTransaction(sql, putRebuiltInPlace);
      await upkeep.run();
    },
    async abandon() {
      await inOneTransaction(sql, dropRebuilt);
    },
  };
}

export interface EmbeddedIndexSettings {
  sql: SqlPool;
  /** The same that the records go by. */
  turns?: Turns;
}

/** Exact search in a PGlite (or Postgres with pgvector) that the records share; a schema of its own, `embedded_index`. */
export function createEmbeddedIndex({ sql, turns = everyTurn }: EmbeddedIndexSettings): VectorIndex {
  const upkeep = createUpkeep(sql, 'points');
  const { apply, remove, scan } = pointsIn('points', sql, upkeep);
  return {
    apply: (tenant, points) => turns.take(tenant, () => apply(tenant, points)),
    remove: (tenant, ids) => turns.take(tenant, () => remove(tenant, ids)),
    scan: (tenant, after, limit) => turns.take(tenant, () => scan(tenant, after, limit)),
    async ensure(model, onFresh) {
      const found = await inTransaction(sql, async (client) => {
        await migrate(client);
        await switchModel(client, model);
        return hasPoints(client);
      });
      if (found) await upkeep.run();
      // Nobody but this process asks, and not before this; one that breaks off here finds it empty again.
      else await onFresh?.();
      return { fresh: !found };
    },
    lists: (tenant, question, filter, m) => turns.take(tenant, () => findLists(sql, tenant, question, filter, m)),
    scores: (tenant, question, ids) => turns.take(tenant, () => findScores(sql, tenant, question, ids)),
    async count(tenant) {
      const { rows } = await turns.take(tenant, () => sql.query(counting, [tenant]));
      return Number(rows[0]?.points);
    },
    rebuild: () => startRebuild(sql, upkeep),
    async ping() {
      await sql.query('select 1 from embedded_index.model limit 1');
    },
  };
}

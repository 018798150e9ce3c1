import type { VectorIndex } from '@hippocamp/core/ports/vector-index';
import { applyPoints } from './apply-points.js';
import { migrate } from './migrations.js';
import { hasPoints, switchModel } from './model.js';
import { findLists, findScores } from './search.js';
import { inTransaction, type SqlPool } from './sql.js';
import { createUpkeep } from './upkeep.js';

export type { SqlClient, SqlPool } from './sql.js';

const removal = 'delete from embedded_index.points where tenant_id = $1 and id = any($2::uuid[])';

const page = `select id, version from embedded_index.points
  where tenant_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit $3`;

/** Exact search in a PGlite (or Postgres with pgvector) that the records share; a schema of its own, `embedded_index`. */
export function createEmbeddedIndex({ sql }: { sql: SqlPool }): VectorIndex {
  const upkeep = createUpkeep(sql);
  return {
    async ensure(model) {
      const found = await inTransaction(sql, async (client) => {
        await migrate(client);
        await switchModel(client, model);
        return hasPoints(client);
      });
      if (found) await upkeep.run();
      return { fresh: !found };
    },
    async apply(tenant, points) {
      await applyPoints(sql, tenant, points);
      await upkeep.count(points.length);
    },
    async remove(tenant, ids) {
      if (ids.length === 0) return;
      await sql.query(removal, [tenant, ids]);
      await upkeep.count(ids.length);
    },
    lists: (tenant, question, filter, m) => findLists(sql, tenant, question, filter, m),
    scores: (tenant, question, ids) => findScores(sql, tenant, question, ids),
    async scan(tenant, after, limit) {
      const { rows } = await sql.query(page, [tenant, after, limit]);
      return rows.map((row) => ({ id: String(row.id), version: Number(row.version) }));
    },
    async ping() {
      await sql.query('select 1 from embedded_index.model limit 1');
    },
  };
}

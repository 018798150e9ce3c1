import { ofModel } from '@hippocamp/core/modules/retrieval/question';
import { type Semaphore, unlimited } from '@hippocamp/core/modules/waiting';
import type { Log } from '@hippocamp/core/ports/log';
import type { IndexModel, IndexRebuild, VectorIndex } from '@hippocamp/core/ports/vector-index';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { createInMemoryIndex, type InMemoryIndex, type ReadNext } from './in-memory/in-memory-index.js';
import { migrate } from './migrations.js';
import { readPart } from './parts.js';
import { applyPoints } from './point-sql.js';
import { findLists, findScores } from './search.js';
import { inOneTransaction, inTransaction, type SqlClient, type SqlPool } from './sql.js';
import { createRebuilt, dropRebuilt, ofDimensions, putRebuiltInPlace, type Table } from './tables.js';

async function switchModel(client: SqlClient, model: IndexModel): Promise<void> {
  const { rows } = await client.query('select id, dimensions from embedded_index.model');
  const known = rows[0];
  if (known?.id === model.id && Number(known.dimensions) === model.dimensions) return;
  await client.query('truncate embedded_index.points');
  await client.query(ofDimensions('points', model.dimensions));
  await noteModel(client, model);
}

async function noteModel(client: SqlClient, { id, dimensions }: IndexModel): Promise<void> {
  await client.query('delete from embedded_index.model');
  await client.query('insert into embedded_index.model (id, dimensions) values ($1, $2)', [id, dimensions]);
}

async function hasPoints(client: SqlClient): Promise<boolean> {
  const { rows } = await client.query('select exists (select from embedded_index.points) as found');
  return rows[0]?.found === true;
}

export type { SqlClient, SqlPool } from './sql.js';

const removal = (table: Table) => `delete from embedded_index.${table} where tenant_id = $1 and id = any($2::uuid[])`;

const page = (table: Table) => `select id, version from embedded_index.${table}
  where tenant_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit $3`;

const counting = 'select count(*)::int as points from embedded_index.points where tenant_id = $1';

/** Changed rows between two vacuums, which take some 20 ms each. */
const CHANGES_BETWEEN = 5_000;

interface Upkeep {
  run(): Promise<void>;
  count(changes: number): Promise<void>;
}

/** PGlite has no autovacuum: without one, the space of replaced and removed points is never used again. */
function createUpkeep(sql: SqlPool, table: Table): Upkeep {
  let changed = 0;
  const run = async () => {
    changed = 0;
    await sql.query(`vacuum (analyze) embedded_index.${table}`);
  };
  return {
    run,
    async count(changes) {
      changed += changes;
      if (changed >= CHANGES_BETWEEN) await run();
    },
  };
}

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

interface Rebuilding {
  sql: SqlPool;
  upkeep: Upkeep;
  model: IndexModel | undefined;
  /** Also called when the outcome is unknown. */
  onReplaced(): void;
}

async function startRebuild({ sql, upkeep, model, onReplaced }: Rebuilding): Promise<IndexRebuild> {
  await inOneTransaction(sql, createRebuilt(model?.dimensions));
  return {
    ...pointsIn('points_rebuilt', sql, createUpkeep(sql, 'points_rebuilt')),
    async replace() {
      const change = inTransaction(sql, async (client) => {
        for (const statement of putRebuiltInPlace) await client.query(statement);
        if (model) await noteModel(client, model);
      });
      await change.finally(onReplaced);
      await upkeep.run();
    },
    async abandon() {
      await inOneTransaction(sql, dropRebuilt);
    },
  };
}

export interface EmbeddedIndexSettings {
  sql: SqlPool;
  /** The one that the records use. */
  semaphore?: Semaphore;
  /** Bytes of memory for points of tenants in use; by default none, and the database answers. */
  memory?: number;
  log?: Log;
}

export interface EmbeddedIndex extends VectorIndex {
  /** Leaves the database open for its opener. */
  close(): Promise<void>;
}

/** All parts but the first of a tenant's points share one lane, so other work waits for one part at most. */
const FILLING = 'filling of the index';

type Writes = Pick<VectorIndex, 'apply' | 'remove'>;

type InOrder = <Result>(who: string, work: () => Promise<Result>) => Promise<Result>;

function createInOrder(): InOrder {
  const last = new Map<string, Promise<unknown>>();
  return (who, work) => {
    const result = (last.get(who) ?? Promise.resolve()).then(work);
    const over = result.then(
      () => undefined,
      () => undefined,
    );
    last.set(who, over);
    void over.then(() => {
      if (last.get(who) === over) last.delete(who);
    });
    return result;
  };
}

/** Orders the writes of one tenant, so that memory takes them in the database's order. */
function writesBefore(inMemory: InMemoryIndex, { apply, remove }: Writes): Writes {
  const inOrder = createInOrder();
  const write = (tenant: TenantId, toDatabase: () => Promise<void>, toMemory: () => void) =>
    inOrder(tenant, async () => {
      try {
        await toDatabase();
      } catch (error) {
        inMemory.forget(tenant);
        throw error;
      }
      toMemory();
    });
  return {
    apply: (tenant, points) =>
      write(
        tenant,
        () => apply(tenant, points),
        () => inMemory.put(tenant, points),
      ),
    remove: (tenant, ids) =>
      write(
        tenant,
        () => remove(tenant, ids),
        () => inMemory.remove(tenant, ids),
      ),
  };
}

/** Exact search in the records' database. Points of tenants in use also lie in memory, in a thread. */
export function createEmbeddedIndex({
  sql,
  semaphore = unlimited,
  memory: limit = 0,
  log,
}: EmbeddedIndexSettings): EmbeddedIndex {
  const upkeep = createUpkeep(sql, 'points');
  const { apply, remove, scan } = pointsIn('points', sql, upkeep);
  const readNext: ReadNext = (tenant, after) =>
    semaphore.take(after === null ? tenant : FILLING, () => readPart(sql, tenant, after));
  const onLost = (reason: string) => log?.warn({ reason }, 'the index in memory was lost and is filled again');
  let inUse: IndexModel = { id: '', dimensions: 0 };
  const inMemory = createInMemoryIndex({ limit, readNext, onLost });
  return {
    ...writesBefore(inMemory, {
      apply: (tenant, points) => semaphore.take(tenant, () => apply(tenant, points)),
      remove: (tenant, ids) => semaphore.take(tenant, () => remove(tenant, ids)),
    }),
    scan: (tenant, after, limit) => semaphore.take(tenant, () => scan(tenant, after, limit)),
    async ensure(model, onFresh) {
      const found = await inTransaction(sql, async (client) => {
        await migrate(client);
        await switchModel(client, model);
        return hasPoints(client);
      });
      inUse = model;
      inMemory.forgetAll(model.dimensions);
      if (found) await upkeep.run();
      // Safe here: only this process reads the index, and after a crash it is found empty again.
      else await onFresh?.();
      return { fresh: !found };
    },
    async lists(tenant, given, filter, m) {
      const question = ofModel(given, inUse);
      const found = await inMemory.lists(tenant, question, filter, m);
      const inTurn: SqlPool['query'] = (text, values) => semaphore.take(tenant, () => sql.query(text, values));
      return found ?? findLists({ query: inTurn }, tenant, question, filter, m);
    },
    blended: (tenant, question, filter, m) => inMemory.blended(tenant, ofModel(question, inUse), filter, m),
    async scores(tenant, given, ids) {
      const question = ofModel(given, inUse);
      const found = await inMemory.scores(tenant, question, ids);
      return found ?? semaphore.take(tenant, () => findScores(sql, tenant, question, ids));
    },
    async count(tenant) {
      const { rows } = await semaphore.take(tenant, () => sql.query(counting, [tenant]));
      return Number(rows[0]?.points);
    },
    rebuild: (model) =>
      startRebuild({
        sql,
        upkeep,
        model,
        onReplaced() {
          inUse = model ?? inUse;
          inMemory.forgetAll(inUse.dimensions);
        },
      }),
    async ping() {
      await sql.query('select 1 from embedded_index.model limit 1');
    },
    close: inMemory.close,
  };
}

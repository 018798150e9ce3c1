import { ofModel } from '@hippocamp/core/modules/retrieval/question';
import type { Log } from '@hippocamp/core/ports/log';
import type { IndexRebuild, VectorIndex } from '@hippocamp/core/ports/vector-index';
import {
  type Alone,
  createBeside,
  dropCollection,
  expectThere,
  makeReady,
  putInPlace,
  type Shape,
} from './collections.js';
import { type Connection, type ConnectionOptions, openConnection } from './connection.js';
import { createHealing } from './healing.js';
import { aliasOf } from './names.js';
import { countPoints, findLists, findScores, scanPoints } from './reading.js';
import { createVersionCheck } from './version.js';
import { applyPoints, removePoints } from './writing.js';

export interface QdrantIndexOptions extends ConnectionOptions {
  /** Begins the names of all collections and aliases of this service. */
  prefix: string;
  /** New collections keep dense vectors in int8 in memory; searches then answer `exact: false`. */
  quantised?: boolean | undefined;
  log: Log;
  alone: Alone;
  /** Orders everything to be indexed again; called by the first process that finds the index lost. */
  onLost: () => Promise<void>;
}

/** ms at least for rare and slow calls: making collections and payload indexes. */
const SLOW_TIMEOUT = 60_000;

interface Present extends Shape {
  alias: string;
}

type PointAccess = Pick<IndexRebuild, 'apply' | 'remove' | 'scan'>;

const pointsIn = (connection: Connection, collection: string): PointAccess => ({
  apply: (tenant, points) => applyPoints(connection, collection, tenant, points),
  remove: (tenant, ids) => removePoints(connection, collection, tenant, ids),
  scan: (tenant, after, limit) => scanPoints(connection, collection, tenant, after, limit),
});

async function startRebuild(
  connection: Connection,
  slow: Connection,
  { alias, ...shape }: Present,
  onReplaced: () => void,
) {
  const beside = await createBeside(slow, alias, shape);
  return {
    ...pointsIn(connection, beside),
    async replace() {
      await putInPlace(slow, alias, beside);
      onReplaced();
    },
    abandon: () => dropCollection(slow, beside),
  };
}

/** Qdrant 1.16 or later. Methods other than `ensure` work after the first `ensure`, even a failed one. */
export function createQdrantIndex(options: QdrantIndexOptions): VectorIndex {
  const { prefix, quantised = false, log, alone, onLost } = options;
  const connection = openConnection(options);
  const slow = openConnection({ ...options, timeoutMs: Math.max(options.timeoutMs, SLOW_TIMEOUT) });
  const checkVersion = createVersionCheck(connection, log);
  let present: Present | null = null;

  const inUse = () => {
    if (!present) throw new Error('The vector index was asked before it knew its model.');
    return present;
  };
  const ready = async (onFresh?: () => Promise<void>) => {
    await checkVersion();
    return makeReady({ connection: slow, ...inUse(), alone }, onFresh);
  };
  const healing = createHealing({ makeReady: () => ready(onLost), log });
  const access = <Result>(work: (alias: string) => Promise<Result>) => healing(() => work(inUse().alias));

  return {
    async ensure(model, onFresh) {
      present = { model, quantised, alias: aliasOf(prefix, model) };
      return ready(onFresh);
    },
    apply: (tenant, points) => access((alias) => pointsIn(connection, alias).apply(tenant, points)),
    remove: (tenant, ids) => access((alias) => pointsIn(connection, alias).remove(tenant, ids)),
    scan: (tenant, after, limit) => access((alias) => pointsIn(connection, alias).scan(tenant, after, limit)),
    lists: (tenant, question, filter, m) =>
      access((alias) =>
        findLists(connection, alias, tenant, ofModel(question, inUse().model), { filter, m, quantised }),
      ),
    scores: (tenant, question, ids) =>
      access((alias) => findScores(connection, alias, tenant, ofModel(question, inUse().model), ids)),
    count: (tenant) => access((alias) => countPoints(connection, alias, tenant)),
    rebuild: (model) =>
      access(async (alias) => {
        await expectThere(connection, alias);
        const wanted = model ? { model, quantised, alias: aliasOf(prefix, model) } : inUse();
        return startRebuild(connection, slow, wanted, () => {
          present = wanted;
        });
      }),
    async ping() {
      await access((alias) => expectThere(connection, alias));
    },
  };
}

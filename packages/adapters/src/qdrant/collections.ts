import type { Schemas } from '@qdrant/js-client-rest';
import type { Connection } from './connection.js';
import { CollectionMissing, QdrantFailure } from './failures.js';
import { collectionName, collectionNumber, type Model } from './names.js';
import { payloadIndexes } from './payload.js';

/** The model and form that a collection is made for. */
export interface Shape {
  model: Model;
  /** Dense vectors are in memory in int8, and on disk as they are. */
  quantised: boolean;
}

/** A hundredth of all values may lie beyond the ends of the scale: a few large ones would take the room of all others. */
const int8 = { quantization_config: { scalar: { type: 'int8' as const, quantile: 0.99, always_ram: true } } };

/**
 * `m: 0` builds no graph over all tenants, `payload_m` one for each large tenant. Cosine scores vectors as they were sent,
 * not quantised. The sparse vectors have no modifier: the service sends the weights, and idf belongs to the tenant.
 */
const shapeOf = ({ model: { dimensions }, quantised }: Shape) => ({
  vectors: {
    dense: { size: dimensions, distance: 'Cosine' as const, ...(quantised ? { on_disk: true, ...int8 } : {}) },
  },
  sparse_vectors: { own: {}, context: {} },
  hnsw_config: { m: 0, payload_m: 16 },
});

/** Null where the alias is not there. */
export async function collectionOf(connection: Connection, alias: string): Promise<string | null> {
  const { aliases } = await connection.call('aliases', (client) => client.getAliases());
  return aliases.find(({ alias_name }) => alias_name === alias)?.collection_name ?? null;
}

async function namesOf(connection: Connection, alias: string): Promise<string[]> {
  const { collections } = await connection.call('collections', (client) => client.getCollections());
  return collections.map(({ name }) => name).filter((name) => collectionNumber(alias, name) !== null);
}

/** Several processes may do the same at once: what was refused because it is there already is done. */
async function unlessThere(work: () => Promise<unknown>, there: () => Promise<boolean>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof QdrantFailure) || !(await there())) throw error;
  }
}

async function addIndexes(connection: Connection, collection: string): Promise<void> {
  const { payload_schema } = await connection.call('collection', (client) => client.getCollection(collection));
  for (const [field_name, field_schema] of Object.entries(payloadIndexes)) {
    if (field_name in payload_schema) continue;
    await connection.call('create payload index', (client) =>
      client.createPayloadIndex(collection, { field_name, field_schema, wait: true }),
    );
  }
}

/** Accepts a name or an alias. */
async function isThere(connection: Connection, collection: string): Promise<boolean> {
  const { exists } = await connection.call('collection exists', (client) => client.collectionExists(collection));
  return exists;
}

export async function expectThere(connection: Connection, collection: string): Promise<void> {
  if (await isThere(connection, collection)) return;
  throw new CollectionMissing(new QdrantFailure(`there is no collection ${collection}`));
}

/** Makes a collection ready to be written to; again if need be. */
async function create(connection: Connection, collection: string, shape: Shape): Promise<void> {
  await unlessThere(
    () => connection.call('create collection', (client) => client.createCollection(collection, shapeOf(shape))),
    () => isThere(connection, collection),
  );
  await addIndexes(connection, collection);
}

const pointAlias = (connection: Connection, actions: Schemas['ChangeAliasesOperation']['actions']) =>
  connection.call('update aliases', (client) => client.updateCollectionAliases({ actions }));

/** The first collection, of a name that every process takes: making it at the same time comes to the same. */
async function createFirst(connection: Connection, alias: string, shape: Shape): Promise<void> {
  const collection_name = collectionName(alias, 1);
  await create(connection, collection_name, shape);
  const aliased = async () => (await collectionOf(connection, alias)) !== null;
  const point = () => pointAlias(connection, [{ create_alias: { collection_name, alias_name: alias } }]);
  if (!(await aliased())) await unlessThere(point, aliased);
}

/** Does what one process may do at a time; the others wait until it is done. */
export type Alone = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface Wanted extends Shape {
  connection: Connection;
  alias: string;
  alone: Alone;
}

/**
 * The alias decides which collection is in use. The first who finds none is the one for whom it is `fresh`, and has `onFresh`
 * done before there is one: until then every process is refused, and from then on none takes the empty one for the whole.
 */
export async function makeReady(
  { connection, alias, alone, ...shape }: Wanted,
  onFresh?: () => Promise<void>,
): Promise<{ fresh: boolean }> {
  const isAliased = async () => (await collectionOf(connection, alias)) !== null;
  if (await isAliased()) {
    await addIndexes(connection, alias);
    return { fresh: false };
  }
  return alone(async () => {
    if (await isAliased()) return { fresh: false };
    await onFresh?.();
    await createFirst(connection, alias, shape);
    return { fresh: true };
  });
}

/** A collection that is gone is removed. */
export async function dropCollection(connection: Connection, collection: string): Promise<void> {
  try {
    await connection.call('delete collection', (client) => client.deleteCollection(collection));
  } catch (error) {
    if (!(error instanceof CollectionMissing)) throw error;
  }
}

/** A new empty collection beside the one in use, if there is one for the model. What an earlier rebuild left behind is removed. */
export async function createBeside(connection: Connection, alias: string, shape: Shape): Promise<string> {
  const used = await collectionOf(connection, alias);
  const names = await namesOf(connection, alias);
  for (const name of names) if (name !== used) await dropCollection(connection, name);
  const highest = Math.max(...names.map((name) => collectionNumber(alias, name) ?? 0), 0);
  const beside = collectionName(alias, highest + 1);
  await create(connection, beside, shape);
  return beside;
}

/**
 * Switches in one step, so that no reader finds the alias missing. Then removes the collection that it meant before.
 */
export async function putInPlace(connection: Connection, alias: string, collection_name: string): Promise<void> {
  // Looked at first: where the second action fails, Qdrant has done the first all the same.
  await expectThere(connection, collection_name);
  const before = await collectionOf(connection, alias);
  await pointAlias(connection, [
    ...(before === null ? [] : [{ delete_alias: { alias_name: alias } }]),
    { create_alias: { collection_name, alias_name: alias } },
  ]);
  if (before !== null && before !== collection_name) await dropCollection(connection, before);
}

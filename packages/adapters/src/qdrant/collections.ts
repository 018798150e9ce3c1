import type { Schemas } from '@qdrant/js-client-rest';
import type { Connection } from './connection.js';
import { CollectionMissing, QdrantFailure } from './failures.js';
import { collectionName, collectionNumber, type Model } from './names.js';
import { payloadIndexes } from './payload.js';

export interface Shape {
  model: Model;
  /** Dense vectors are in memory in int8, and in full on disk. */
  quantised: boolean;
}

/** A hundredth of the values is cut off: a few large ones would take the precision of the others. */
const int8 = { quantization_config: { scalar: { type: 'int8' as const, quantile: 0.99, always_ram: true } } };

/** Builds a graph for each large tenant only. The weights hold idf, because it differs by tenant. */
const shapeOf = ({ model: { dimensions }, quantised }: Shape) => ({
  vectors: {
    dense: { size: dimensions, distance: 'Cosine' as const, ...(quantised ? { on_disk: true, ...int8 } : {}) },
  },
  sparse_vectors: { own: {}, context: {} },
  hnsw_config: { m: 0, payload_m: 16 },
});

/** Null without the alias. */
export async function collectionOf(connection: Connection, alias: string): Promise<string | null> {
  const { aliases } = await connection.call('aliases', (client) => client.getAliases());
  return aliases.find(({ alias_name }) => alias_name === alias)?.collection_name ?? null;
}

async function namesOf(connection: Connection, alias: string): Promise<string[]> {
  const { collections } = await connection.call('collections', (client) => client.getCollections());
  return collections.map(({ name }) => name).filter((name) => collectionNumber(alias, name) !== null);
}

/** Another process may do the same at once; its success counts as ours. */
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

async function isThere(connection: Connection, collection: string): Promise<boolean> {
  const { exists } = await connection.call('collection exists', (client) => client.collectionExists(collection));
  return exists;
}

export async function expectThere(connection: Connection, collection: string): Promise<void> {
  if (await isThere(connection, collection)) return;
  throw new CollectionMissing(new QdrantFailure(`there is no collection ${collection}`));
}

/** Safe to repeat. */
async function create(connection: Connection, collection: string, shape: Shape): Promise<void> {
  await unlessThere(
    () => connection.call('create collection', (client) => client.createCollection(collection, shapeOf(shape))),
    () => isThere(connection, collection),
  );
  await addIndexes(connection, collection);
}

const pointAlias = (connection: Connection, actions: Schemas['ChangeAliasesOperation']['actions']) =>
  connection.call('update aliases', (client) => client.updateCollectionAliases({ actions }));

/** The name is fixed, so processes that create it at once agree. */
async function createFirst(connection: Connection, alias: string, shape: Shape): Promise<void> {
  const collection_name = collectionName(alias, 1);
  await create(connection, collection_name, shape);
  const aliased = async () => (await collectionOf(connection, alias)) !== null;
  const point = () => pointAlias(connection, [{ create_alias: { collection_name, alias_name: alias } }]);
  if (!(await aliased())) await unlessThere(point, aliased);
}

/** Runs one work at a time among all processes. */
export type Alone = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface Wanted extends Shape {
  connection: Connection;
  alias: string;
  alone: Alone;
}

/** `onFresh` runs before the first collection is made, so that no process takes an empty one for a whole one. */
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

export async function dropCollection(connection: Connection, collection: string): Promise<void> {
  try {
    await connection.call('delete collection', (client) => client.deleteCollection(collection));
  } catch (error) {
    if (!(error instanceof CollectionMissing)) throw error;
  }
}

/** Removes what earlier rebuilds left. */
export async function createBeside(connection: Connection, alias: string, shape: Shape): Promise<string> {
  const used = await collectionOf(connection, alias);
  const names = await namesOf(connection, alias);
  for (const name of names) if (name !== used) await dropCollection(connection, name);
  const highest = Math.max(...names.map((name) => collectionNumber(alias, name) ?? 0), 0);
  const beside = collectionName(alias, highest + 1);
  await create(connection, beside, shape);
  return beside;
}

/** Moves the alias in one step, so that no search misses it, then removes the old collection. */
export async function putInPlace(connection: Connection, alias: string, collection_name: string): Promise<void> {
  // Checked first: where the second action fails, Qdrant keeps the first.
  await expectThere(connection, collection_name);
  const before = await collectionOf(connection, alias);
  await pointAlias(connection, [
    ...(before === null ? [] : [{ delete_alias: { alias_name: alias } }]),
    { create_alias: { collection_name, alias_name: alias } },
  ]);
  if (before !== null && before !== collection_name) await dropCollection(connection, before);
}

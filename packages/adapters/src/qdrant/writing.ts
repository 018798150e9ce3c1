import type { Point } from '@hippocamp/core/ports/vector-index';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { SparseVector } from '@hippocamp/shared/text/terms';
import type { Schemas } from '@qdrant/js-client-rest';
import type { Connection } from './connection.js';
import { NotCompleted } from './failures.js';
import { hasId, ofTenant, versionAtMost } from './filter.js';
import { pointIdOf } from './names.js';
import { type Payload, type VectorName, vectorNames } from './payload.js';

/** Qdrant takes 32 MB in a request; smaller ones keep it answering others in between. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_POINTS = 256;
const MOST_REMOVED = 1000;

/**
 * The size as JSON: a coordinate or weight has up to 20 digits, a term id 10; the payload is some hundred bytes and the
 * tags.
 */
const bytesOf = ({ dense, sparse, filters }: Point): number =>
  600 +
  21 * (dense?.length ?? 0) +
  33 * (sparse.own.indices.length + sparse.context.indices.length) +
  filters.tags.reduce((sum, tag) => sum + 4 * tag.length, 0);

/** Batches of limited bytes and points, at least one point each. */
function* batchesOf(points: readonly Point[]): Generator<Point[]> {
  let batch: Point[] = [];
  let bytes = 0;
  for (const point of points) {
    const more = bytesOf(point);
    if (batch.length === MOST_POINTS || (batch.length > 0 && bytes + more > MOST_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(point);
    bytes += more;
  }
  if (batch.length > 0) yield batch;
}

const payloadOf = (tenant: TenantId, { id, version, filters }: Point): Payload => ({
  tenant_id: tenant,
  memory_id: id,
  version,
  owner_entity_id: filters.ownerEntityId,
  tier: filters.tier,
  tags: filters.tags,
  source_artifact_id: filters.sourceArtifactId,
  session_id: filters.sessionId,
  created_at: filters.createdAt.toISOString(),
  superseded: filters.superseded,
});

const sparseOf = (name: string, { indices, values }: SparseVector) =>
  indices.length > 0 ? { [name]: { indices, values } } : {};

const structOf = (tenant: TenantId, point: Point): Schemas['PointStruct'] => ({
  id: pointIdOf(tenant, point.id),
  vector: {
    ...(point.dense ? { dense: Array.from(point.dense) } : {}),
    ...sparseOf('own', point.sparse.own),
    ...sparseOf('context', point.sparse.context),
  },
  payload: payloadOf(tenant, point),
});

const lacks = ({ dense, sparse }: Point, name: VectorName) =>
  name === 'dense' ? dense === null : sparse[name].indices.length === 0;

type Removal = Schemas['DeleteVectorsOperation'];

/**
 * An upsert leaves out the vectors that a point lacks, but before 1.19 Qdrant keeps them where the point lies in an optimised
 * segment. So they are removed, and before the upsert: no version is found by a vector of an older one.
 */
function removalsOf(tenant: TenantId, version: number, points: readonly Point[]): Removal[] {
  return vectorNames.flatMap((name): Removal[] => {
    const ids = points.filter((point) => lacks(point, name)).map(({ id }) => pointIdOf(tenant, id));
    const filter = ofTenant(tenant, versionAtMost(version), hasId(ids));
    return ids.length > 0 ? [{ delete_vectors: { vector: [name], filter } }] : [];
  });
}

/** The version of a new row: no older point can exist. */
const FIRST = 1;

type Operation = Removal | Schemas['UpsertOperation'];

/** One upsert for each version, since a condition on what is there holds for all points of an upsert. */
function operationsOf(tenant: TenantId, batch: readonly Point[]): Operation[] {
  const versions = [...new Set(batch.map(({ version }) => version))];
  return versions.flatMap((version) => {
    const points = batch.filter((point) => point.version === version);
    const structs = points.map((point) => structOf(tenant, point));
    const upsert = { points: structs, update_filter: ofTenant(tenant, versionAtMost(version)) };
    return [...(version > FIRST ? removalsOf(tenant, version, points) : []), { upsert }];
  });
}

function expectCompleted(results: readonly Schemas['UpdateResult'][]) {
  const open = results.find(({ status }) => status !== 'completed');
  if (open) throw new NotCompleted(`write: ${open.status}`);
}

/**
 * Inserts or replaces. Versions go up within the call, so that of a point that comes twice the highest stays; `update_filter`
 * keeps what is already there at a higher one.
 */
export async function applyPoints(
  connection: Connection,
  collection: string,
  tenant: TenantId,
  points: readonly Point[],
): Promise<void> {
  const ascending = points.toSorted((first, second) => first.version - second.version);
  for (const batch of batchesOf(ascending)) {
    const operations = operationsOf(tenant, batch);
    await connection.call('upsert', async (client) =>
      expectCompleted(await client.batchUpdate(collection, { wait: true, operations })),
    );
  }
}

/** Deletes by id only, because Qdrant before 1.19 may bring back points that were deleted by a filter. */
export async function removePoints(
  connection: Connection,
  collection: string,
  tenant: TenantId,
  ids: readonly string[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += MOST_REMOVED) {
    const points = ids.slice(start, start + MOST_REMOVED).map((id) => pointIdOf(tenant, id));
    await connection.call('delete', async (client) =>
      expectCompleted([await client.delete(collection, { wait: true, points })]),
    );
  }
}

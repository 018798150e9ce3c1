import type { Point } from '@hippocamp/core/ports/vector-index';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { SparseVector } from '@hippocamp/shared/text/terms';
import type { Schemas } from '@qdrant/js-client-rest';
import type { Connection } from './connection.js';
import { NotCompleted } from './failures.js';
import { hasId, ofTenant, versionAtMost } from './filter.js';
import { pointIdOf } from './names.js';
import { type Payload, type VectorName, vectorNames } from './payload.js';

/** Qdrant takes 32 MB in a request; smaller ones let it answer others in between. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_POINTS = 256;
const MOST_REMOVED = 1000;

/** Size as JSON: up to 20 digits per coordinate or weight, 10 per term id, and some hundred bytes of payload. */
const bytesOf = ({ dense, sparse, filters }: Point): number =>
  600 +
  21 * (dense?.length ?? 0) +
  33 * (sparse.own.indices.length + sparse.context.indices.length) +
  filters.tags.reduce((sum, tag) => sum + 4 * tag.length, 0);

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
 * Before 1.19, Qdrant keeps the vectors that an upsert leaves out. They are removed before the upsert, so that no
 * version is found by an older one's vector.
 */
function removalsOf(tenant: TenantId, version: number, points: readonly Point[]): Removal[] {
  return vectorNames.flatMap((name): Removal[] => {
    const ids = points.filter((point) => lacks(point, name)).map(({ id }) => pointIdOf(tenant, id));
    const filter = ofTenant(tenant, versionAtMost(version), hasId(ids));
    return ids.length > 0 ? [{ delete_vectors: { vector: [name], filter } }] : [];
  });
}

/** No older point can exist. */
const FIRST = 1;

type Operation = Removal | Schemas['UpsertOperation'];

/** One upsert for each version, since its condition holds for all its points. */
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

/** Versions ascend within the call, so the highest stays; `update_filter` keeps higher ones in the index. */
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

/** By id only: Qdrant before 1.19 may bring back points deleted by a filter. */
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

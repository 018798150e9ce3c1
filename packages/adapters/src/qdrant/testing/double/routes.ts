import type { PointStruct, Search, Upsert, VectorRemoval } from './collection.js';
import { badRequest } from './rejection.js';
import type { AliasAction, Store } from './store.js';
import type { VectorShape } from './vectors.js';

/** Result of a call: `name` is the collection's, from the path. */
type Handle = (store: Store, name: string, body: unknown) => unknown;

interface Route {
  method: string;
  /** As the OpenAPI document writes it. */
  path: string;
  handle: Handle;
}

type Operation = { upsert: Upsert } | { delete: { points: string[] } } | { delete_vectors: VectorRemoval };

const operate = (store: Store, name: string, operation: Operation) => {
  if ('upsert' in operation) return store.get(name).upsert(operation.upsert);
  if ('delete' in operation) return store.get(name).remove(operation.delete.points);
  if ('delete_vectors' in operation) return store.get(name).removeVectors(operation.delete_vectors);
  throw badRequest('this operation is not known to the double');
};

const describe = (store: Store, name: string) => {
  const { shape, payloadSchema, size } = store.get(name);
  const { vectors, sparse_vectors, hnsw_config } = shape;
  const info = [...payloadSchema].map(([field, schema]) => [field, { data_type: schema, points: size() }]);
  return {
    status: 'green',
    optimizer_status: 'ok',
    points_count: size(),
    segments_count: 1,
    config: { params: { vectors, sparse_vectors }, hnsw_config },
    payload_schema: Object.fromEntries(info),
  };
};

const named = '/collections/{collection_name}';

export const routes: readonly Route[] = [
  { method: 'GET', path: '/collections', handle: (store) => ({ collections: store.names() }) },
  { method: 'GET', path: '/aliases', handle: (store) => ({ aliases: store.aliases() }) },
  {
    method: 'POST',
    path: '/collections/aliases',
    handle: (store, _name, body) => store.changeAliases((body as { actions: AliasAction[] }).actions),
  },
  { method: 'GET', path: named, handle: describe },
  {
    method: 'PUT',
    path: named,
    handle: (store, name, body) => store.create(name, body as VectorShape & Record<string, unknown>),
  },
  { method: 'DELETE', path: named, handle: (store, name) => store.drop(name) },
  { method: 'GET', path: `${named}/exists`, handle: (store, name) => ({ exists: store.has(name) }) },
  {
    method: 'PUT',
    path: `${named}/index`,
    handle(store, name, body) {
      const { field_name, field_schema } = body as { field_name: string; field_schema: unknown };
      store.get(name).payloadSchema.set(field_name, field_schema);
      return { operation_id: 0, status: 'completed' };
    },
  },
  {
    method: 'PUT',
    path: `${named}/points`,
    handle: (store, name, body) => store.get(name).upsert(body as { points: PointStruct[] }),
  },
  {
    method: 'POST',
    path: `${named}/points/batch`,
    handle: (store, name, body) =>
      (body as { operations: Operation[] }).operations.map((operation) => operate(store, name, operation)),
  },
  {
    method: 'POST',
    path: `${named}/points/delete`,
    handle: (store, name, body) => store.get(name).remove((body as { points: string[] }).points),
  },
  {
    method: 'POST',
    path: `${named}/points/query/batch`,
    handle: (store, name, body) =>
      (body as { searches: Search[] }).searches.map((search) => ({ points: store.get(name).query(search) })),
  },
  {
    method: 'POST',
    path: `${named}/points/scroll`,
    handle: (store, name, body) => store.get(name).scroll(body as Search),
  },
  {
    method: 'POST',
    path: `${named}/points/count`,
    handle: (store, name, body) => ({ count: store.get(name).count((body as Search).filter) }),
  },
];

const patternOf = (path: string) => new RegExp(`^${path.replace('{collection_name}', '(?<name>[^/]+)')}$`);
const patterns = routes.map((route) => ({ ...route, pattern: patternOf(route.path) }));

/** Undefined for what the double does not answer. Fixed paths come before those with a name. */
export function findRoute(method: string, pathname: string) {
  const route = patterns.find((one) => one.method === method && one.pattern.test(pathname));
  if (!route) return undefined;
  const name = decodeURIComponent(route.pattern.exec(pathname)?.groups?.name ?? '');
  return { path: route.path, name, handle: (store: Store, body: unknown) => route.handle(store, name, body) };
}

import { filterHolds, type Payload } from './filter.js';
import { badRequest, Rejection } from './rejection.js';
import { readVectors, scorerOf, type VectorShape, type Vectors } from './vectors.js';

interface Point {
  id: string;
  payload: Payload;
  vectors: Vectors;
}

export interface PointStruct {
  id: string | number;
  vector: Record<string, unknown>;
  payload?: Payload;
}

export interface Upsert {
  points: PointStruct[];
  update_filter?: unknown;
}

export interface VectorRemoval {
  filter: unknown;
  vector: string[];
}

export interface Search {
  query?: { nearest: unknown };
  using?: string;
  filter?: unknown;
  limit?: number;
  offset?: string | number;
  with_payload?: boolean | string[];
}

export type Collection = ReturnType<typeof createCollection>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const pointId = (id: unknown): string => {
  if (typeof id === 'string' && UUID.test(id)) return id.toLowerCase();
  throw new Rejection(
    400,
    'Format error in JSON body: data did not match any variant of untagged enum ExtendedPointId',
  );
};

const limitOf = ({ limit = 10 }: Search) => {
  if (limit < 1) throw new Rejection(422, 'Validation error in JSON body: limit: value 0 invalid, must be 1 or larger');
  return limit;
};

const selected = (payload: Payload, which: Search['with_payload']): Payload | null => {
  if (!which) return null;
  if (which === true) return payload;
  return Object.fromEntries(Object.entries(payload).filter(([key]) => which.includes(key)));
};

export interface CollectionOptions {
  /** An upsert keeps the vectors that it leaves out, as Qdrant before 1.19 does for the points of an optimised segment. */
  keepsVectors?: boolean | undefined;
}

const withVectorsOf = (held: Point | undefined, point: Point): Point => ({
  ...point,
  vectors: {
    dense: new Map([...(held?.vectors.dense ?? []), ...point.vectors.dense]),
    sparse: new Map([...(held?.vectors.sparse ?? []), ...point.vectors.sparse]),
  },
});

/** Points of one collection. Equal scores come in reverse order of id, for Qdrant promises none. */
export function createCollection(
  shape: VectorShape & Record<string, unknown>,
  { keepsVectors = false }: CollectionOptions = {},
) {
  const points = new Map<string, Point>();
  const payloadSchema = new Map<string, unknown>();
  let operations = 0;

  const completed = () => {
    operations += 1;
    return { operation_id: operations, status: 'completed' };
  };

  const inOrder = (holds: (point: Point) => boolean) =>
    [...points.values()].filter(holds).sort((first, second) => (first.id < second.id ? -1 : 1));

  const answerOf = (point: Point, score: number, { with_payload }: Search) => ({
    id: point.id,
    version: 0,
    score,
    payload: selected(point.payload, with_payload),
  });

  return {
    shape,
    payloadSchema,
    size: () => points.size,

    upsert({ points: given, update_filter }: Upsert) {
      const updates = filterHolds(update_filter);
      const read = given.map(({ id, vector, payload }) => {
        if (typeof vector !== 'object' || Array.isArray(vector)) throw badRequest('Not existing vector name error: ');
        return { id: pointId(id), payload: payload ?? {}, vectors: readVectors(shape, vector) };
      });
      // The condition looks at what was there before: of a point that comes twice the last stays.
      const taken = read.filter(({ id }) => {
        const held = points.get(id);
        return !held || updates(held);
      });
      for (const point of taken) {
        points.set(point.id, keepsVectors ? withVectorsOf(points.get(point.id), point) : point);
      }
      return completed();
    },

    remove(ids: unknown[]) {
      for (const id of ids) points.delete(pointId(id));
      return completed();
    },

    removeVectors({ filter, vector: names }: VectorRemoval) {
      const unknown = names.find((name) => !shape.vectors?.[name] && !shape.sparse_vectors?.[name]);
      if (unknown !== undefined) throw badRequest(`Not existing vector name error: ${unknown}`);
      for (const { vectors } of inOrder(filterHolds(filter))) {
        for (const kind of [vectors.dense, vectors.sparse]) for (const name of names) kind.delete(name);
      }
      return completed();
    },

    query(search: Search) {
      const holds = filterHolds(search.filter);
      const limit = limitOf(search);
      if (!search.query)
        return inOrder(holds)
          .slice(0, limit)
          .map((point) => answerOf(point, 1, search));
      const score = scorerOf(shape, search.using ?? '', search.query.nearest);
      return inOrder(holds)
        .reverse()
        .flatMap((point) => {
          const value = score(point.vectors);
          return value === null ? [] : [{ point, value }];
        })
        .sort((first, second) => second.value - first.value)
        .slice(0, limit)
        .map(({ point, value }) => answerOf(point, value, search));
    },

    /** Begins at the offset, and says where the next page begins. */
    scroll(search: Search) {
      const limit = limitOf(search);
      const from = search.offset === undefined || search.offset === null ? '' : pointId(search.offset);
      const found = inOrder(filterHolds(search.filter)).filter(({ id }) => id >= from);
      return {
        points: found.slice(0, limit).map(({ id, payload }) => ({
          id,
          payload: selected(payload, search.with_payload ?? true),
        })),
        next_page_offset: found[limit]?.id ?? null,
      };
    },

    count: (filter: unknown) => inOrder(filterHolds(filter)).length,
  };
}

import {
  type IndexFilter,
  type IndexHit,
  type IndexLists,
  type IndexParts,
  type IndexQuestion,
  lexicalFields,
} from '@hippocamp/core/ports/vector-index';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Schemas } from '@qdrant/js-client-rest';
import type { Connection } from './connection.js';
import { hasId, ofTenant, searchFilter, type TenantFilter } from './filter.js';
import { pointIdOf } from './names.js';
import type { PayloadKey, VectorName } from './payload.js';

/** Ids of one request, which holds the filter with them up to four times. */
const MOST_SCORED = 1000;

const identity: PayloadKey[] = ['memory_id', 'version'];

interface Found {
  id: string;
  version: number;
}

const foundIn = ({ payload }: { payload?: Schemas['ScoredPoint']['payload'] }): Found => ({
  id: String(payload?.memory_id),
  version: Number(payload?.version),
});

type VectorQuery = [VectorName, Schemas['Query']];

function queriesOf({ dense, sparse }: IndexQuestion): VectorQuery[] {
  const words = { nearest: { indices: sparse.indices, values: sparse.values } };
  return [
    ...(dense ? [['dense', { nearest: Array.from(dense) }] as VectorQuery] : []),
    ...(sparse.indices.length > 0 ? lexicalFields.map((name): VectorQuery => [name, words]) : []),
  ];
}

interface Search {
  filter: TenantFilter;
  quantised: boolean;
  limit: number;
  with_payload: string[] | false;
}

/** Candidates are scored by their full vectors. */
const amongQuantised = { exact: false, quantization: { rescore: true, oversampling: 2 } };

const searchesOf = (queries: readonly VectorQuery[], { quantised, ...search }: Search) =>
  queries.map(([using, query]) => {
    const params = quantised && using === 'dense' ? amongQuantised : { exact: true };
    return { ...search, query, using, params };
  });

async function queryBatch(
  connection: Connection,
  collection: string,
  searches: Schemas['QueryRequest'][],
): Promise<Schemas['ScoredPoint'][][]> {
  if (searches.length === 0) return [];
  const answers = await connection.call('query', (client) => client.queryBatch(collection, { searches }));
  return answers.map(({ points }) => points);
}

const byValueThenId = (first: IndexHit, second: IndexHit) =>
  second.value - first.value || (first.id < second.id ? -1 : 1);

/** Qdrant leaves the order of equal scores open. */
const hitsIn = (points: readonly Schemas['ScoredPoint'][] = []): IndexHit[] =>
  points.map((point) => ({ ...foundIn(point), value: point.score })).sort(byValueThenId);

/** Points of dot product 0 are left out: Qdrant gives them where few points pass the filter. */
export async function findLists(
  connection: Connection,
  collection: string,
  tenant: TenantId,
  question: IndexQuestion,
  { filter, m, quantised }: { filter: IndexFilter; m: number; quantised: boolean },
): Promise<IndexLists> {
  const search = { filter: searchFilter(tenant, filter), quantised, limit: m, with_payload: identity };
  const queries = queriesOf(question);
  const answers = await queryBatch(connection, collection, searchesOf(queries, search));
  const lists = new Map(queries.map(([name], place) => [name, hitsIn(answers[place])]));
  const hits = (name: VectorName) => lists.get(name) ?? [];
  const positive = (name: VectorName) => hits(name).filter(({ value }) => value > 0);
  return { dense: hits('dense'), lexical: { own: positive('own'), context: positive('context') }, exact: !quantised };
}

type Scored = Map<string, IndexParts>;

/** The first query lists the points; the others score them. */
async function scoresOf(
  connection: Connection,
  collection: string,
  tenant: TenantId,
  question: IndexQuestion,
  ids: readonly string[],
): Promise<Scored> {
  const filter = ofTenant(tenant, hasId(ids.map((id) => pointIdOf(tenant, id))));
  const search = { filter, quantised: false, limit: ids.length, with_payload: false as const };
  const queries = queriesOf(question);
  const [there = [], ...answers] = await queryBatch(connection, collection, [
    { filter, limit: ids.length, with_payload: identity },
    ...searchesOf(queries, search),
  ]);
  const scores = new Map(
    queries.map(([name], place) => [name, new Map(answers[place]?.map(({ id, score }) => [id, score]))]),
  );
  const of = (name: VectorName, point: Schemas['ScoredPoint']) => scores.get(name)?.get(point.id);
  return new Map(
    there.map((point) => {
      const { id, version } = foundIn(point);
      const lexical = { own: of('own', point) ?? 0, context: of('context', point) ?? 0 };
      return [id, { version, dense: of('dense', point) ?? null, lexical }];
    }),
  );
}

export async function findScores(
  connection: Connection,
  collection: string,
  tenant: TenantId,
  question: IndexQuestion,
  ids: readonly string[],
): Promise<Scored> {
  const scores: Scored = new Map();
  for (let start = 0; start < ids.length; start += MOST_SCORED) {
    const some = ids.slice(start, start + MOST_SCORED);
    for (const [id, parts] of await scoresOf(connection, collection, tenant, question, some)) scores.set(id, parts);
  }
  return scores;
}

/** Ordered by point id. A page begins with the given point, so one more is read. */
export async function scanPoints(
  connection: Connection,
  collection: string,
  tenant: TenantId,
  after: string | null,
  limit: number,
): Promise<Found[]> {
  const { points } = await connection.call('scroll', (client) =>
    client.scroll(collection, {
      filter: ofTenant(tenant),
      limit: limit + 1,
      with_payload: identity,
      ...(after === null ? {} : { offset: pointIdOf(tenant, after) }),
    }),
  );
  return points
    .map(foundIn)
    .filter(({ id }) => id !== after)
    .slice(0, limit);
}

export async function countPoints(connection: Connection, collection: string, tenant: TenantId): Promise<number> {
  const { count } = await connection.call('count', (client) =>
    client.count(collection, { filter: ofTenant(tenant), exact: true }),
  );
  return count;
}

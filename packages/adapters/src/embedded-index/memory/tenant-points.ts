import type { IndexFilter } from '@hippocamp/core/ports/vector-index';
import { bestRows } from './best-rows.js';
import { bytesOf, grown } from './growing.js';
import type { Multiply } from './kernel.js';
import { createPointRows, type HeldPoint, type PointRows } from './point-rows.js';
import type { Terms } from './postings.js';
import type { Id } from './row-ids.js';

export interface HeldQuestion {
  dense: Float32Array | null;
  terms: Terms;
}

export interface Hit {
  id: Id;
  version: number;
  value: number;
}

export type List = 'dense' | 'own' | 'context';
export const lists = ['dense', 'own', 'context'] as const satisfies readonly List[];

export interface Scored {
  id: Id;
  version: number;
  /** `dense` is NaN where the point or the question has no vector. */
  values: Record<List, number>;
}

/** The points of one tenant, in typed arrays. */
export interface TenantPoints {
  /** A lower version never replaces a higher one. */
  put(point: HeldPoint): void;
  remove(id: Id): void;
  /** By a full scan; ties by id. */
  best(question: HeldQuestion, filter: IndexFilter, most: number): Record<List, Hit[]>;
  /** Of the ids that are there. */
  score(question: HeldQuestion, ids: readonly Id[]): Scored[];
  size(): number;
  bytes(): number;
}

function scoreOne({ find, vectors, fields, versionOf }: PointRows, { dense, terms }: HeldQuestion) {
  const question = dense && vectors.asking(dense);
  return (id: Id): Scored[] => {
    const row = find(id);
    if (row < 0) return [];
    const values = {
      dense: question ? vectors.valueOf(row, question) : Number.NaN,
      own: fields.own.valueOf(row, terms),
      context: fields.context.valueOf(row, terms),
    };
    return [{ id, version: versionOf(row), values }];
  };
}

/** `dimensions` of the vectors, which are of any length. */
export function createTenantPoints(dimensions: number, multiply: Multiply): TenantPoints {
  const rows = createPointRows(dimensions, multiply);
  const { vectors, fields, filters, ids } = rows;
  let values = new Float64Array(0);

  const hits = (above: number, passes: Uint8Array, scanned: Float64Array, most: number): Hit[] =>
    [...bestRows({ values: scanned, passes, above, compare: ids.compare }, most)].map((row) => ({
      id: ids.at(row),
      version: rows.versionOf(row),
      value: scanned[row] ?? 0,
    }));

  return {
    put(point) {
      const row = rows.find(point.id);
      if (row >= 0 && rows.versionOf(row) > point.version) return;
      if (row >= 0) rows.bury(row);
      rows.append(point);
      rows.tidy();
    },
    remove(id) {
      const row = rows.find(id);
      if (row < 0) return;
      rows.bury(row);
      rows.tidy();
    },
    best({ dense, terms }, filter, most) {
      values = grown(values, rows.count());
      const scanned = values.subarray(0, rows.count());
      const passes = rows.living();
      filters.pass(filter, passes);
      const ofField = (field: 'own' | 'context') => {
        fields[field].multiply(terms, scanned.fill(0));
        return hits(0, passes, scanned, most);
      };
      const ofVectors = () => {
        if (dense === null) return [];
        vectors.multiply(vectors.asking(dense), scanned);
        return hits(Number.NEGATIVE_INFINITY, passes, scanned, most);
      };
      return { dense: ofVectors(), own: ofField('own'), context: ofField('context') };
    },
    score: (question, asked) => asked.flatMap(scoreOne(rows, question)),
    size: rows.size,
    bytes: () => rows.bytes() + bytesOf(values),
  };
}

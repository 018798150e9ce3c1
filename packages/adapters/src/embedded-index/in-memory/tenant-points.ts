import type { IndexFilter } from '@hippocamp/core/ports/vector-index';
import { type Blend, cosineOfWords, evidence } from '@hippocamp/shared/scoring/score';
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

export interface Scored {
  id: Id;
  version: number;
  /** `dense` is NaN where the point or the question has no vector. */
  values: Record<List, number>;
}

export interface TenantPoints {
  /** A lower version never replaces a higher one. */
  put(point: HeldPoint): void;
  remove(id: Id): void;
  /** A full scan; ties are ordered by id. */
  best(question: HeldQuestion, filter: IndexFilter, most: number): Record<List, Hit[]>;
  /** The best by evidence above 0, with all their values; ties are ordered by id. */
  blended(question: HeldQuestion, blend: Blend, filter: IndexFilter, most: number): Scored[];
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

function evidencesOf({ dense, own, context }: Record<List, Float64Array>, blend: Blend): Float64Array {
  const evidences = new Float64Array(own.length);
  const parts = { dense: -1, own: 0, context: 0 };
  for (let row = 0; row < evidences.length; row += 1) {
    const cosine = dense[row] as number;
    parts.own = own[row] as number;
    parts.context = context[row] as number;
    parts.dense = Number.isNaN(cosine) ? cosineOfWords(parts, blend) : cosine;
    evidences[row] = evidence(parts, blend);
  }
  return evidences;
}

export function createTenantPoints(dimensions: number, multiply: Multiply): TenantPoints {
  const rows = createPointRows(dimensions, multiply);
  const { vectors, fields, filters, ids } = rows;
  let values = new Float64Array(0);
  let fieldValues = { own: new Float64Array(0), context: new Float64Array(0) };

  const scanField = (field: 'own' | 'context', terms: Terms): Float64Array => {
    fieldValues = { ...fieldValues, [field]: grown(fieldValues[field], rows.count()) };
    const scanned = fieldValues[field].subarray(0, rows.count());
    fields[field].multiply(terms, scanned.fill(0));
    return scanned;
  };

  const scanVectors = (dense: Float32Array | null): Float64Array => {
    values = grown(values, rows.count());
    const scanned = values.subarray(0, rows.count());
    if (dense) vectors.multiply(vectors.asking(dense), scanned);
    else scanned.fill(Number.NaN);
    return scanned;
  };

  const passing = (filter: IndexFilter): Uint8Array => {
    const passes = rows.living();
    filters.pass(filter, passes);
    return passes;
  };

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
      const passes = passing(filter);
      const ofField = (field: 'own' | 'context') => hits(0, passes, scanField(field, terms), most);
      const ofVectors = dense ? hits(Number.NEGATIVE_INFINITY, passes, scanVectors(dense), most) : [];
      return { dense: ofVectors, own: ofField('own'), context: ofField('context') };
    },
    blended({ dense, terms }, blend, filter, most) {
      const scanned = { dense: scanVectors(dense), own: scanField('own', terms), context: scanField('context', terms) };
      const evidences = evidencesOf(scanned, blend);
      const best = bestRows({ values: evidences, passes: passing(filter), above: 0, compare: ids.compare }, most);
      return [...best].map((row) => ({
        id: ids.at(row),
        version: rows.versionOf(row),
        values: {
          dense: scanned.dense[row] ?? Number.NaN,
          own: scanned.own[row] ?? 0,
          context: scanned.context[row] ?? 0,
        },
      }));
    },
    score: (question, asked) => asked.flatMap(scoreOne(rows, question)),
    size: rows.size,
    bytes: () => rows.bytes() + bytesOf(values, fieldValues.own, fieldValues.context),
  };
}

import type { IndexHit, IndexLists, IndexParts, IndexQuestion, Point } from '@hippocamp/core/ports/vector-index';
import { SPARSE_DIMENSIONS, type TermWeight, termWeights } from '../point-sql.js';
import type { RowFilters } from './filter-columns.js';
import type { PackedHits, PackedLists, PackedQuestion, PackedRows, PackedScores } from './messages.js';
import type { HeldPoint } from './point-rows.js';
import type { Terms } from './postings.js';
import type { Id } from './row-ids.js';
import type { Hit, List, Scored } from './tenant-points.js';

/** 16 bytes per id, most significant first, as a UUID is written. */
const BYTES = 16;
const WORDS = 4;

export function packIds(ids: readonly string[]): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(ids.length * BYTES);
  packed.set(Buffer.from(ids.map((id) => id.replaceAll('-', '')).join(''), 'hex'));
  return packed;
}

const textOf = (hex: string, at: number) =>
  `${hex.slice(at, at + 8)}-${hex.slice(at + 8, at + 12)}-${hex.slice(at + 12, at + 16)}-${hex.slice(at + 16, at + 20)}-${hex.slice(at + 20, at + 32)}`;

export function unpackIds(packed: Uint8Array<ArrayBuffer>): string[] {
  const hex = Buffer.from(packed.buffer, packed.byteOffset, packed.length).toString('hex');
  return Array.from({ length: packed.length / BYTES }, (_, place) => textOf(hex, place * 32));
}

export const readId = (view: DataView, at: number): Id =>
  Uint32Array.of(view.getUint32(at), view.getUint32(at + 4), view.getUint32(at + 8), view.getUint32(at + 12));

export const readIds = (packed: Uint8Array): Id[] => {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  return Array.from({ length: packed.length / BYTES }, (_, place) => readId(view, place * BYTES));
};

export function writeIds(ids: readonly Id[]): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(ids.length * BYTES);
  const view = new DataView(packed.buffer);
  for (const [place, id] of ids.entries()) {
    for (let word = 0; word < WORDS; word += 1) view.setUint32(place * BYTES + 4 * word, id[word] ?? 0);
  }
  return packed;
}

/**
 * A point is 16 bytes of its id, int32 of its version, a dense vector, and the sparse vectors of both fields, in the
 * binary formats of PostgreSQL and pgvector, so what was read there needs no conversion. A dense vector is uint16 of
 * its length, two unused bytes, and float32s; length 0 means none. A sparse one is int32s of its dimensions, its
 * number of terms and an unused one, then the terms, then float32s.
 */
const HEAD = 20;
const DENSE_HEAD = 4;
const SPARSE_HEAD = 12;
const NUMBER = 4;

const lengthOf = (dense: Float32Array | null, fields: readonly TermWeight[][]) =>
  fields.reduce(
    (sum, weights) => sum + SPARSE_HEAD + 2 * NUMBER * weights.length,
    HEAD + DENSE_HEAD + NUMBER * (dense?.length ?? 0),
  );

function writeDense(view: DataView, at: number, dense: Float32Array): void {
  view.setUint16(at, dense.length);
  for (let place = 0; place < dense.length; place += 1)
    view.setFloat32(at + DENSE_HEAD + NUMBER * place, dense[place] ?? 0);
}

function writeSparse(view: DataView, at: number, weights: readonly TermWeight[]): void {
  view.setInt32(at, SPARSE_DIMENSIONS);
  view.setInt32(at + NUMBER, weights.length);
  for (const [place, [term, weight]] of weights.entries()) {
    view.setInt32(at + SPARSE_HEAD + NUMBER * place, term);
    view.setFloat32(at + SPARSE_HEAD + NUMBER * (weights.length + place), weight);
  }
}

function packPoint({ id, version, dense, sparse }: Point): Uint8Array {
  const fields = [termWeights(sparse.own), termWeights(sparse.context)];
  const bytes = new Uint8Array(lengthOf(dense, fields));
  const view = new DataView(bytes.buffer);
  bytes.set(packIds([id]));
  view.setInt32(HEAD - NUMBER, version);
  if (dense) writeDense(view, HEAD, dense);
  let at = HEAD + DENSE_HEAD + NUMBER * (dense?.length ?? 0);
  for (const weights of fields) {
    writeSparse(view, at, weights);
    at += SPARSE_HEAD + 2 * NUMBER * weights.length;
  }
  return bytes;
}

const filtersOf = ({ filters }: Point): RowFilters => [
  filters.ownerEntityId,
  filters.tier,
  filters.tags,
  filters.sourceArtifactId,
  filters.sessionId,
  filters.createdAt.getTime(),
  filters.superseded,
];

export function packPoints(points: readonly Point[]): PackedRows {
  const packed = points.map(packPoint);
  const bytes = new Uint8Array(packed.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const one of packed) {
    bytes.set(one, at);
    at += one.length;
  }
  return { bytes, filters: JSON.stringify(points.map(filtersOf)) };
}

function readDense(view: DataView, at: number): Float32Array | null {
  const length = view.getUint16(at);
  if (length === 0) return null;
  const dense = new Float32Array(length);
  for (let place = 0; place < length; place += 1) dense[place] = view.getFloat32(at + DENSE_HEAD + NUMBER * place);
  return dense;
}

function readSparse(view: DataView, at: number): Terms {
  const length = view.getInt32(at + NUMBER);
  // Typed arrays this short take longer to make than to fill.
  const [ids, weights]: [number[], number[]] = [[], []];
  for (let place = 0; place < length; place += 1) {
    ids.push(view.getInt32(at + SPARSE_HEAD + NUMBER * place));
    weights.push(view.getFloat32(at + SPARSE_HEAD + NUMBER * (length + place)));
  }
  return { ids, weights };
}

const sparseLength = ({ ids }: Terms) => SPARSE_HEAD + 2 * NUMBER * ids.length;

export function* unpackPoints({ bytes, filters }: PackedRows): Generator<HeldPoint> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  for (const ofRow of JSON.parse(filters) as RowFilters[]) {
    const dense = readDense(view, at + HEAD);
    const fieldsAt = at + HEAD + DENSE_HEAD + NUMBER * (dense?.length ?? 0);
    const own = readSparse(view, fieldsAt);
    const context = readSparse(view, fieldsAt + sparseLength(own));
    yield { id: readId(view, at), version: view.getInt32(at + HEAD - NUMBER), dense, own, context, filters: ofRow };
    at = fieldsAt + sparseLength(own) + sparseLength(context);
  }
}

export function packQuestion({ dense, sparse }: IndexQuestion): PackedQuestion {
  const weights = termWeights(sparse);
  // A copy, because the whole buffer behind a view would be sent along.
  return {
    dense: dense && new Float32Array(dense),
    terms: {
      ids: Int32Array.from(weights, ([dimension]) => dimension),
      weights: Float64Array.from(weights, ([, weight]) => weight),
    },
  };
}

const packHits = (hits: readonly Hit[]): PackedHits => ({
  ids: writeIds(hits.map(({ id }) => id)),
  versions: new Int32Array(hits.map(({ version }) => version)),
  values: new Float64Array(hits.map(({ value }) => value)),
});

export const packLists = ({ dense, own, context }: Record<List, Hit[]>): PackedLists => ({
  dense: packHits(dense),
  own: packHits(own),
  context: packHits(context),
});

export const packScores = (scores: readonly Scored[]): PackedScores => ({
  ids: writeIds(scores.map(({ id }) => id)),
  versions: new Int32Array(scores.map(({ version }) => version)),
  values: new Float64Array(scores.flatMap(({ values: { dense, own, context } }) => [dense, own, context])),
});

export const buffersOf = ({ ids, versions, values }: PackedHits): ArrayBuffer[] => [
  ids.buffer,
  versions.buffer,
  values.buffer,
];

const unpackHits = ({ ids, versions, values }: PackedHits): IndexHit[] =>
  unpackIds(ids).map((id, place) => ({ id, version: versions[place] ?? 0, value: values[place] ?? 0 }));

export const unpackLists = ({ dense, own, context }: PackedLists): IndexLists => ({
  dense: unpackHits(dense),
  lexical: { own: unpackHits(own), context: unpackHits(context) },
  exact: true,
});

export const unpackScores = ({ ids, versions, values }: PackedScores): Map<string, IndexParts> =>
  new Map(
    unpackIds(ids).map((id, place) => {
      const [dense = Number.NaN, own = 0, context = 0] = values.subarray(3 * place, 3 * place + 3);
      const parts = { dense: Number.isNaN(dense) ? null : dense, lexical: { own, context } };
      return [id, { version: versions[place] ?? 0, ...parts }];
    }),
  );

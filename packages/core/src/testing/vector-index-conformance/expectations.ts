import { type Blend, cosineOfWords, evidence } from '@hippocamp/shared/scoring/score';
import type { SparseVector } from '@hippocamp/shared/text/terms';
import { expect } from 'vitest';
import type {
  BlendedHit,
  IndexFilter,
  IndexHit,
  IndexLists,
  IndexParts,
  IndexQuestion,
  Point,
  PointFilters,
} from '../../ports/vector-index.js';
import type { IndexPrecision } from './under-test.js';

/** Engines may differ by this, since they hold 32 bits of each number. An index that holds fewer says by how much it differs. */
const TOLERANCE = 1e-5;

const cosine = (first: Float32Array | null, second: Float32Array | null): number | null =>
  first && second && first.reduce((sum, value, place) => sum + value * (second[place] ?? 0), 0);

function dot(first: SparseVector, second: SparseVector): number {
  const weights = new Map(second.indices.map((id, place) => [id, second.values[place] ?? 0]));
  return first.indices.reduce((sum, id, place) => sum + (first.values[place] ?? 0) * (weights.get(id) ?? 0), 0);
}

export const partsOf = (asked: IndexQuestion, { dense, sparse }: Point) => ({
  dense: cosine(asked.dense, dense),
  lexical: { own: dot(asked.sparse, sparse.own), context: dot(asked.sparse, sparse.context) },
});

const equals = (wanted: string | null | undefined, value: string | null) => wanted === undefined || wanted === value;

export function passes(filter: IndexFilter, filters: PointFilters): boolean {
  const { createdAfter, createdBefore } = filter;
  return [
    equals(filter.ownerEntityId, filters.ownerEntityId),
    filter.owners === undefined || filter.owners.includes(filters.ownerEntityId),
    equals(filter.sourceArtifactId, filters.sourceArtifactId),
    equals(filter.sessionId, filters.sessionId),
    filter.tiers === undefined || filter.tiers.includes(filters.tier),
    filter.tags === undefined || filter.tags.some((tag) => filters.tags.includes(tag)),
    createdAfter === undefined || filters.createdAt >= createdAfter,
    createdBefore === undefined || filters.createdAt < createdBefore,
    filter.includeSuperseded || !filters.superseded,
  ].every(Boolean);
}

/** All points of the tenant, with which the lists are compared. */
export interface Held {
  points: readonly Point[];
  question: IndexQuestion;
  filter: IndexFilter;
  m: number;
}

interface Truth {
  of(point: Point): number | null;
  tolerance: number;
  /** Points that score no more than this are not on the list. */
  least?: number;
}

function expectOrder(hits: readonly IndexHit[]) {
  for (const [place, hit] of hits.entries()) {
    const next = hits[place + 1];
    if (next === undefined) continue;
    expect(hit.value).toBeGreaterThanOrEqual(next.value);
    if (hit.value === next.value) expect(hit.id < next.id, `${hit.id} before ${next.id}`).toBe(true);
  }
}

/** A hit need not pass the filter, but it must be a point of the tenant with the value that it has. */
function expectTruth(hits: readonly IndexHit[], points: readonly Point[], { of, tolerance }: Truth) {
  const known = new Map(points.map((point) => [point.id, point]));
  expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length);
  for (const { id, version, value } of hits) {
    const point = known.get(id);
    expect(point, `${id} is a point of the tenant`).toBeDefined();
    const truth = point ? of(point) : null;
    expect(truth, `${id} belongs into the list`).not.toBeNull();
    expect(version).toBe(point?.version);
    expect(Math.abs(value - Number(truth)), `${value} is ${truth}`).toBeLessThan(tolerance);
  }
}

/** Whatever passes the filter is in the list, unless the list is full of what is as good. */
function expectNoneMissing(
  hits: readonly IndexHit[],
  { points, filter, m }: Held,
  { of, tolerance, least = Number.NEGATIVE_INFINITY }: Truth,
) {
  const found = new Set(hits.map(({ id }) => id));
  const bound = hits.length === m ? (hits.at(-1)?.value ?? Number.POSITIVE_INFINITY) : least;
  for (const point of points) {
    const value = of(point);
    if (value === null || found.has(point.id) || !passes(filter, point.filters)) continue;
    expect(value, `${point.id} is missing`).toBeLessThan(bound + tolerance);
  }
}

function expectLists(lists: IndexLists, held: Held, cosineError: number): void {
  const positive = (value: number) => (value > 0 ? value : null);
  const parts = (point: Point) => partsOf(held.question, point);
  const lexical = (field: 'own' | 'context'): Truth => ({
    of: (point) => positive(parts(point).lexical[field]),
    tolerance: TOLERANCE,
  });
  const checks: [readonly IndexHit[], Truth][] = [
    [lists.dense, { of: (point) => parts(point).dense, tolerance: cosineError }],
    [lists.lexical.own, lexical('own')],
    [lists.lexical.context, lexical('context')],
  ];
  for (const [hits, truth] of checks) {
    expect(hits.length).toBeLessThanOrEqual(held.m);
    expectOrder(hits);
    expectTruth(hits, held.points, truth);
    if (lists.exact) expectNoneMissing(hits, held, truth);
  }
}

function expectBlended(found: readonly BlendedHit[], held: Held, blend: Blend, cosineError: number): void {
  const worth = ({ dense, lexical }: Omit<IndexParts, 'version'>) =>
    evidence({ dense: dense ?? cosineOfWords(lexical, blend), ...lexical }, blend);
  const hits = found.map((hit) => ({ id: hit.id, version: hit.version, value: worth(hit) }));
  const truth: Truth = {
    of: (point) => worth(partsOf(held.question, point)),
    tolerance: TOLERANCE + (blend.alpha * cosineError) / (blend.hi - blend.lo),
    least: 0,
  };
  expect(hits.length).toBeLessThanOrEqual(held.m);
  for (const { value } of hits) expect(value).toBeGreaterThan(0);
  expectOrder(hits);
  expectTruth(hits, held.points, truth);
  expectNoneMissing(hits, held, truth);
}

/** Decimal places: vitest holds two numbers to be close where they differ by half of the last one. */
const PLACES = 5;

export interface Expectations {
  /** The lists against what every point's numbers come to. */
  expectLists(lists: IndexLists, held: Held): void;
  /** A list by evidence against the same. */
  expectBlended(found: readonly BlendedHit[], held: Held, blend: Blend): void;
  closeTo(value: number): unknown;
  closeToCosine(value: number | null): unknown;
}

export function expectationsOf({ cosineError }: IndexPrecision): Expectations {
  const places = cosineError === undefined ? PLACES : Math.floor(-Math.log10(2 * cosineError));
  return {
    expectLists: (lists, held) => expectLists(lists, held, cosineError ?? TOLERANCE),
    expectBlended: (found, held, blend) => expectBlended(found, held, blend, cosineError ?? TOLERANCE),
    closeTo: (value) => expect.closeTo(value, PLACES),
    closeToCosine: (value) => (value === null ? null : expect.closeTo(value, places)),
  };
}

/** The points of a scan, which come in an order of the index. */
export const inOrderOfId = <Row extends { id: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((first, second) => (first.id < second.id ? -1 : 1));

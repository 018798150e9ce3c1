import { randomUUID } from 'node:crypto';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { SparseVector } from '@hippocamp/shared/text/terms';
import type { IndexFilter, IndexQuestion, Point, PointFilters } from '../../ports/vector-index.js';

/** The model that the suites run on. */
export const model = { id: 'conformance-a', dimensions: 4 };

export const everything: IndexFilter = { includeSuperseded: true };

export const noTerms: SparseVector = { indices: [], values: [] };

/** Tenants of one index must not meet, so each test takes new ones. */
export const newTenant = (): TenantId => `conformance-${randomUUID()}` as TenantId;

/** The nth id, in order. */
export const idOf = (place: number): string => `018f0000-0000-7000-8000-${place.toString(16).padStart(12, '0')}`;

export function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

/** Weights by term id, in order of id. */
export function sparse(weights: Record<number, number>): SparseVector {
  const entries = Object.entries(weights).map(([id, weight]): [number, number] => [Number(id), weight]);
  entries.sort(([first], [second]) => first - second);
  return { indices: entries.map(([id]) => id), values: entries.map(([, weight]) => weight) };
}

export const plainFilters: PointFilters = {
  ownerEntityId: null,
  tier: 'episodic',
  tags: [],
  sourceArtifactId: null,
  sessionId: null,
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
  superseded: false,
};

type PointChanges = Partial<Omit<Point, 'filters'>> & { filters?: Partial<PointFilters> };

export function point(place: number, changes: PointChanges = {}): Point {
  const { filters, ...rest } = changes;
  return {
    id: idOf(place),
    version: 1,
    dense: unit([1, place % 7, place % 5, place % 3]),
    sparse: { own: sparse({ 1: 1, [10 + (place % 4)]: 0.5 }), context: sparse({ 1: 0.5, 2: 0.25 }) },
    ...rest,
    filters: { ...plainFilters, ...filters },
  };
}

export const question = (changes: Partial<IndexQuestion> = {}): IndexQuestion => ({
  dense: unit([1, 2, 3, 4]),
  sparse: sparse({ 1: 0.25, 2: 0.25, 11: 0.5 }),
  ...changes,
});

import { tierNames } from '@hippocamp/shared/schemas/common';
import type { Blend } from '@hippocamp/shared/scoring/score';
import fc from 'fast-check';
import type { IndexFilter, IndexQuestion, Point, PointFilters } from '../../ports/vector-index.js';
import { idOf, model, sparse, unit } from './points.js';

/** Few of everything, so that points and questions meet. */
const termIds = [0, 3, 17, 40_000, 65_536, 123_456_789, 999_999_999, 2 ** 31, 2 ** 32 - 1];
const owners = ['owner-1', 'owner-2'];
const tags = ['red', 'green', 'blue'];
const day = (number: number) => new Date(Date.UTC(2026, 0, number));

const coordinate = fc.integer({ min: -50, max: 50 });
const vector = fc
  .array(coordinate, { minLength: model.dimensions, maxLength: model.dimensions })
  .map((values) => (values.some((value) => value !== 0) ? unit(values) : null));

const terms = (heaviest: number) =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...termIds), fc.integer({ min: 1, max: 1000 })), {
      maxLength: 6,
      selector: ([id]) => id,
    })
    .map((weighted) => sparse(Object.fromEntries(weighted.map(([id, part]) => [id, (heaviest * part) / 1000]))));

const createdAt = fc.integer({ min: 1, max: 9 }).map(day);

const filtersOfPoint: fc.Arbitrary<PointFilters> = fc.record({
  ownerEntityId: fc.option(fc.constantFrom(...owners)),
  tier: fc.constantFrom(...tierNames),
  tags: fc.subarray(tags),
  sourceArtifactId: fc.option(fc.constantFrom('artifact-1', 'artifact-2')),
  sessionId: fc.option(fc.constantFrom('session-1', 'session-2')),
  createdAt,
  superseded: fc.boolean(),
});

export const anyPoints: fc.Arbitrary<Point[]> = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 0, max: 100_000 }).map(idOf),
    version: fc.integer({ min: 1, max: 2_000_000_000 }),
    dense: vector,
    sparse: fc.record({ own: terms(1.9), context: terms(1.9) }),
    filters: filtersOfPoint,
  }),
  { maxLength: 40, selector: ({ id }) => id },
);

export const anyQuestion: fc.Arbitrary<IndexQuestion> = fc.record({ dense: vector, sparse: terms(0.1) });

export const anyBlend: fc.Arbitrary<Blend> = fc.record({
  alpha: fc.constantFrom(0, 0.3, 1),
  lo: fc.constantFrom(-0.2, 0.1),
  hi: fc.constantFrom(0.6, 0.9),
});

const sometimes = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 1 });

export const anyFilter: fc.Arbitrary<IndexFilter> = fc.record({
  ownerEntityId: sometimes(fc.constantFrom(...owners)),
  owners: sometimes(fc.subarray([...owners, null], { minLength: 1 })),
  tiers: sometimes(fc.subarray([...tierNames], { minLength: 1 })),
  tags: sometimes(fc.subarray(tags, { minLength: 1 })),
  sourceArtifactId: sometimes(fc.constant('artifact-1')),
  sessionId: sometimes(fc.constant('session-1')),
  createdAfter: sometimes(createdAt),
  createdBefore: sometimes(createdAt),
  includeSuperseded: fc.boolean(),
});

export interface Step {
  id: string;
  /** `older` and `same` are of the version that is there. */
  kind: 'newer' | 'same' | 'older' | 'remove';
}

export const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 5 }).map(idOf),
    kind: fc.constantFrom<Step['kind']>('newer', 'newer', 'same', 'older', 'remove'),
  }),
  { maxLength: 25 },
);

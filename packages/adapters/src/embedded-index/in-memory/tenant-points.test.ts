import { indexParts } from '@hippocamp/shared/scoring/top-k-sources';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RowFilters } from './filter-columns.js';
import { createKernel } from './kernel.js';
import type { HeldPoint } from './point-rows.js';
import { createTenantPoints, type HeldQuestion, type TenantPoints } from './tenant-points.js';

const DIMENSIONS = 11;
const multiply = createKernel();

const terms = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 1, max: 8 })), { selector: ([id]) => id })
  .map((pairs) => ({
    ids: Int32Array.from(pairs, ([id]) => id),
    weights: Float32Array.from(pairs, ([, weight]) => weight / 4),
  }));
/** One value is often far larger than the others. */
const vector = fc
  .tuple(
    fc.array(fc.integer({ min: -9, max: 9 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS }),
    fc.constantFrom(1, 1, 40),
  )
  .map(([values, last]) => Float32Array.from(values, (value, place) => (place === 10 ? value * last : value) / 31));

const filters: fc.Arbitrary<RowFilters> = fc.tuple(
  fc.option(fc.constantFrom('a', 'b')),
  fc.constantFrom('episodic', 'semantic'),
  fc.subarray(['red', 'green']),
  fc.option(fc.constant('one')),
  fc.option(fc.constant('session')),
  fc.integer({ min: 1, max: 9 }),
  fc.boolean(),
);

const id = fc.integer({ min: 1, max: 40 }).map((place) => Uint32Array.of(0, 0, place % 3, place));
const point: fc.Arbitrary<HeldPoint> = fc.record({
  id,
  version: fc.integer({ min: 1, max: 6 }),
  dense: fc.option(vector),
  own: terms,
  context: terms,
  filters,
});
const question: fc.Arbitrary<HeldQuestion> = fc.record({ dense: fc.option(vector), terms });
const step = fc.oneof({ weight: 4, arbitrary: point }, { weight: 1, arbitrary: id });

const keyOf = (of: Uint32Array) => [...of].map((word) => word.toString().padStart(3, '0')).join('-');

function take(points: TenantPoints, steps: readonly (HeldPoint | Uint32Array)[]): Map<string, HeldPoint> {
  const held = new Map<string, HeldPoint>();
  for (const one of steps) {
    if (one instanceof Uint32Array) {
      points.remove(one);
      held.delete(keyOf(one));
      continue;
    }
    points.put(one);
    if (one.version >= (held.get(keyOf(one.id))?.version ?? 0)) held.set(keyOf(one.id), one);
  }
  return held;
}

const dot = (first: Float32Array, second: Float32Array) =>
  first.reduce((sum, value, place) => sum + value * (second[place] ?? 0), 0);
const lexical = (first: HeldQuestion['terms'], second: HeldQuestion['terms']) =>
  Array.from(first.ids).reduce((sum, term, place) => {
    const at = Array.from(second.ids).indexOf(term);
    return sum + (at < 0 ? 0 : (first.weights[place] ?? 0) * (second.weights[at] ?? 0));
  }, 0);

/** Half a step for each int8 value, and half a step of the question's 16 bits. */
const errorOf = (asked: Float32Array, { dense }: HeldPoint) => {
  const sizes = [...(dense ?? [])].map(Math.abs).sort((first, second) => second - first);
  return ((sizes[2] ?? 0) / 254) * asked.reduce((sum, value) => sum + Math.abs(value), 0) * 1.01 + 1e-3;
};

const everything = { includeSuperseded: true };

describe('points of a tenant', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const runs = { seed, numRuns: 300 };

  it(`have the values of a calculation by hand, seed ${seed}`, () => {
    const property = fc.property(fc.array(step, { maxLength: 150 }), question, (steps, asked) => {
      const points = createTenantPoints(DIMENSIONS, multiply);
      const held = take(points, steps);
      expect(points.size()).toBe(held.size);
      const scores = points.score(
        asked,
        [...held.values()].map((one) => one.id),
      );
      expect(scores).toHaveLength(held.size);
      for (const { id: found, version, values } of scores) {
        const one = held.get(keyOf(found));
        if (!one) throw new Error('a point that is not there');
        expect(version).toBe(one.version);
        expect(values.own).toBeCloseTo(lexical(asked.terms, one.own), 5);
        expect(values.context).toBeCloseTo(lexical(asked.terms, one.context), 5);
        if (!asked.dense || !one.dense) expect(values.dense).toBeNaN();
        else expect(Math.abs(values.dense - dot(asked.dense, one.dense))).toBeLessThan(errorOf(asked.dense, one));
      }
    });
    fc.assert(property, runs);
  });

  it(`give the lists of a plain full scan of the same numbers, seed ${seed}`, () => {
    const most = fc.integer({ min: 0, max: 45 });
    const property = fc.property(fc.array(step, { maxLength: 150 }), question, most, (steps, asked, m) => {
      const points = createTenantPoints(DIMENSIONS, multiply);
      const held = [...take(points, steps).values()];
      const scores = points.score(
        asked,
        held.map((one) => one.id),
      );
      const found = points.best(asked, everything, m);
      for (const list of indexParts) {
        const scanned = scores
          .map(({ id: own, version, values }) => ({ id: keyOf(own), version, value: values[list] }))
          .filter(({ value }) => (list === 'dense' ? !Number.isNaN(value) : value > 0))
          .sort((first, second) => second.value - first.value || (first.id < second.id ? -1 : 1));
        const listed = found[list].map(({ id: own, version, value }) => ({ id: keyOf(own), version, value }));
        expect(listed).toEqual(scanned.slice(0, m));
      }
    });
    fc.assert(property, runs);
  });

  it('take no more room for being written again and again', () => {
    const points = createTenantPoints(DIMENSIONS, multiply);
    const written = fc.sample(point, { numRuns: 500, seed });
    const writeAll = (version: number) => {
      for (const one of written) points.put({ ...one, version });
    };
    for (let version = 1; version < 10; version += 1) writeAll(version);
    const bytes = points.bytes();
    for (let version = 10; version < 100; version += 1) writeAll(version);
    expect(points.bytes()).toBeLessThan(bytes * 1.5);
  });
});

import { createEmbeddedIndex, type EmbeddedIndex } from '@hippocamp/adapters/embedded-index/embedded-index';
import type { Point } from '@hippocamp/core/ports/vector-index';
import { expectationsOf } from '@hippocamp/core/testing/vector-index-conformance/expectations';
import {
  everything,
  idOf,
  model,
  newTenant,
  point,
  question,
  unit,
} from '@hippocamp/core/testing/vector-index-conformance/points';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPglitePool, type PglitePool } from '../testing/pglite-pool.js';

const { expectLists } = expectationsOf({ cosineError: 0.005 });

let pool: PglitePool;
let index: EmbeddedIndex;
/** Room for two tenants of three, so that they drop each other. */
const MEMORY = 300_000;
beforeAll(async () => {
  pool = await openPglitePool();
  index = createEmbeddedIndex({ sql: pool, memory: MEMORY });
  await index.ensure(model);
});
afterAll(async () => {
  await index.close();
  await pool.end();
});

const places = fc.uniqueArray(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 8 });
const coordinates = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 4, maxLength: 4 });
const step = fc.record({
  kind: fc.constantFrom('apply', 'apply', 'remove', 'ask', 'ask', 'wait', 'wait', 'fill', 'forget'),
  at: fc.integer({ min: 0, max: 2 }),
  places,
  coordinates,
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Writes to and asks three tenants without waiting, and compares with the expected points at the end. */
function stage() {
  const tenants = Array.from({ length: 3 }, () => ({ name: newTenant(), truth: new Map<string, Point>() }));
  type Tenant = (typeof tenants)[number];
  const underWay: Promise<unknown>[] = [];

  const write = ({ name, truth }: Tenant, points: Point[]) => {
    for (const one of points) truth.set(one.id, one);
    underWay.push(index.apply(name, points));
  };

  const settle = async ({ name, truth }: Tenant) => {
    await Promise.all(underWay.splice(0));
    const held = { points: [...truth.values()], question: question(), filter: everything, m: 1000 };
    expectLists(await index.lists(name, held.question, everything, held.m), held);
    const scores = await index.scores(name, held.question, [...truth.keys()]);
    expect(scores.size).toBe(truth.size);
  };

  const does: Record<Step['kind'], (tenant: Tenant, step: Step, turn: number) => unknown> = {
    apply: (tenant, step, version) => {
      const dense = unit(step.coordinates);
      write(
        tenant,
        step.places.map((place) => point(place, { version, dense })),
      );
    },
    fill: (tenant, _step, version) =>
      write(
        tenant,
        Array.from({ length: 650 }, (_, place) => point(place, { version })),
      ),
    remove({ name, truth }, step) {
      for (const place of step.places) truth.delete(idOf(place));
      underWay.push(index.remove(name, step.places.map(idOf)));
    },
    ask: ({ name }) => underWay.push(index.lists(name, question(), everything, 10)),
    wait: settle,
    // The model refuses this write, which must not change what the index remembers.
    forget: ({ name }) => underWay.push(index.apply(name, [point(1, { dense: unit([1, 2]) })]).catch(() => undefined)),
  };
  return {
    async take(one: Step, turn: number) {
      const tenant = tenants[one.at];
      if (tenant) await does[one.kind](tenant, one, turn);
    },
    async end() {
      for (const tenant of tenants) await settle(tenant);
    },
  };
}

describe('the index in memory', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);

  it(`holds what random writes left, whatever is filled and dropped meanwhile, seed ${seed}`, async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const { take, end } = stage();
      for (const [turn, one] of steps.entries()) await take(one, turn);
      await end();
    });
    await fc.assert(property, { seed, numRuns: 8, endOnFailure: true });
  }, 120_000);
});

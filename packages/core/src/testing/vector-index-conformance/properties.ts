import type { TenantId } from '@hippocamp/shared/schemas/common';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point, VectorIndex } from '../../ports/vector-index.js';
import { anyBlend, anyFilter, anyPoints, anyQuestion, anySteps, type Step } from './arbitraries.js';
import { type Expectations, inOrderOfId, partsOf } from './expectations.js';
import { everything, newTenant, point, question, unit } from './points.js';

const parameters = (seed: number) => ({ seed, numRuns: 30, endOnFailure: true });

/** Takes a step and notes what the index must hold after it. */
async function takeStep(
  index: VectorIndex,
  tenant: TenantId,
  held: Map<string, Point>,
  { id, kind }: Step,
  turn: number,
) {
  const there = held.get(id);
  if (kind === 'remove') {
    held.delete(id);
    return index.remove(tenant, [id]);
  }
  const version = kind === 'newer' || !there ? turn + 2 : there.version - (kind === 'older' ? 1 : 0);
  const written = kind === 'same' && there ? there : { ...point(turn, { version, dense: unit([turn, 1, 0, 0]) }), id };
  if (kind !== 'older' || !there) held.set(id, written);
  return index.apply(tenant, [written]);
}

export function propertySuite(index: () => VectorIndex, expectations: Expectations): void {
  const { expectLists, expectBlended, closeTo, closeToCosine } = expectations;
  const seed = Math.floor(Math.random() * 2 ** 31);

  describe(`random points (seed ${seed})`, () => {
    it('come out as a calculation by hand', async () => {
      const property = fc.asyncProperty(
        anyPoints,
        anyQuestion,
        anyFilter,
        fc.integer({ min: 1, max: 50 }),
        anyBlend,
        async (points, asked, filter, m, blend) => {
          const tenant = newTenant();
          await index().apply(tenant, points);
          expectLists(await index().lists(tenant, asked, filter, m), { points, question: asked, filter, m });
          const blended = await index().blended?.(tenant, { ...asked, blend }, filter, m);
          if (blended) expectBlended(blended, { points, question: asked, filter, m }, blend);
          const ids = points.map(({ id }) => id);
          const scores = await index().scores(tenant, asked, ids);
          for (const one of points) {
            const { dense, lexical } = partsOf(asked, one);
            const truth = { own: closeTo(lexical.own), context: closeTo(lexical.context) };
            expect(scores.get(one.id)).toEqual({ version: one.version, dense: closeToCosine(dense), lexical: truth });
          }
        },
      );
      await fc.assert(property, parameters(seed));
    });

    it('are what the last steps left', async () => {
      const property = fc.asyncProperty(anySteps, async (steps) => {
        const tenant = newTenant();
        const held = new Map<string, Point>();
        for (const [turn, step] of steps.entries()) await takeStep(index(), tenant, held, step, turn);
        const points = inOrderOfId([...held.values()]);
        const scanned = inOrderOfId(await index().scan(tenant, null, 100));
        expect(scanned).toEqual(points.map(({ id, version }) => ({ id, version })));
        const lists = await index().lists(tenant, question(), everything, 100);
        expectLists(lists, { points, question: question(), filter: everything, m: 100 });
      });
      await fc.assert(property, parameters(seed));
    });
  });
}

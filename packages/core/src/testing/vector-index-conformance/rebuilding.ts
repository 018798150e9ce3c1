import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VectorIndex } from '../../ports/vector-index.js';
import { type Expectations, inOrderOfId } from './expectations.js';
import { everything, idOf, model, newTenant, point, question, unit } from './points.js';
import type { MakeVectorIndex, VectorIndexUnderTest } from './under-test.js';

const old = [point(1), point(2, { dense: unit([0, 0, 1, 0]) })];
const filled = [point(2, { version: 2 }), point(3)];
const rows = (points: typeof old) => points.map(({ id, version }) => ({ id, version }));

const holdsOf =
  ({ expectLists }: Expectations) =>
  async (index: VectorIndex, tenant: ReturnType<typeof newTenant>, points: typeof old) => {
    expect(inOrderOfId(await index.scan(tenant, null, 100))).toEqual(rows(points));
    expect(await index.count(tenant)).toBe(points.length);
    const lists = await index.lists(tenant, question(), everything, 100);
    expectLists(lists, { points, question: question(), filter: everything, m: 100 });
  };

export function rebuildSuite(make: MakeVectorIndex, expectations: Expectations): void {
  const expectHolds = holdsOf(expectations);
  describe('rebuild', () => {
    let made: VectorIndexUnderTest;
    const tenant = newTenant();
    beforeEach(async () => {
      made = await make();
      await made.index.ensure(model);
      await made.index.apply(tenant, old);
    });
    afterEach(async () => {
      await made.close();
    });

    it('is empty at first and leaves the index in use alone', async () => {
      const rebuild = await made.index.rebuild();
      expect(await rebuild.scan(tenant, null, 100)).toEqual([]);
      await rebuild.apply(tenant, [...filled, point(4)]);
      await rebuild.remove(tenant, [idOf(4)]);
      expect(inOrderOfId(await rebuild.scan(tenant, null, 100))).toEqual(rows(filled));
      await expectHolds(made.index, tenant, old);
      await rebuild.abandon();
    });

    it('takes the place of the index, and works like it', async () => {
      const rebuild = await made.index.rebuild();
      await rebuild.apply(tenant, filled);
      await rebuild.apply(tenant, [point(2, { dense: null })]);
      await rebuild.replace();
      await expectHolds(made.index, tenant, filled);
      expect(await made.index.ensure(model)).toEqual({ fresh: false });
      const later = point(5, { filters: { tags: ['late'] } });
      await made.index.apply(tenant, [later, point(2)]);
      await expectHolds(made.index, tenant, [...filled, later]);
    });

    it('that is abandoned is as if it had never been', async () => {
      const rebuild = await made.index.rebuild();
      await rebuild.apply(tenant, filled);
      await rebuild.abandon();
      await expectHolds(made.index, tenant, old);
    });

    it('begins anew after one that was broken off', async () => {
      const broken = await made.index.rebuild();
      await broken.apply(tenant, [point(9)]);
      const rebuild = await made.index.rebuild();
      expect(await rebuild.scan(tenant, null, 100)).toEqual([]);
      await rebuild.apply(tenant, filled);
      await rebuild.replace();
      const again = await made.index.rebuild();
      await again.apply(tenant, old);
      await again.replace();
      await expectHolds(made.index, tenant, old);
    });
  });
}

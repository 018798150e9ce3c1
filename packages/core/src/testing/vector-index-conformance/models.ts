import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Expectations } from './expectations.js';
import { everything, model, newTenant, point, question, unit } from './points.js';
import type { MakeVectorIndex, VectorIndexUnderTest } from './under-test.js';

export function modelSuite(make: MakeVectorIndex, { closeToCosine }: Expectations): void {
  describe('ensure', () => {
    let made: VectorIndexUnderTest;
    beforeEach(async () => {
      made = await make();
    });
    afterEach(async () => {
      await made.close();
    });

    it('is fresh at first and keeps the points of its model', async () => {
      const tenant = newTenant();
      expect(await made.index.ensure(model)).toEqual({ fresh: true });
      await made.index.apply(tenant, [point(1)]);
      expect(await made.index.ensure(model)).toEqual({ fresh: false });
      expect(await made.index.scan(tenant, null, 10)).toHaveLength(1);
    });

    it.each([
      { id: 'conformance-b', dimensions: model.dimensions },
      { id: 'conformance-b', dimensions: 6 },
    ])('is fresh and empty for another model, $id of $dimensions dimensions', async (other) => {
      const tenant = newTenant();
      await made.index.ensure(model);
      await made.index.apply(tenant, [point(1)]);
      expect(await made.index.ensure(other)).toEqual({ fresh: true });
      expect(await made.index.scan(tenant, null, 10)).toEqual([]);
      const dense = unit(Array.from({ length: other.dimensions }, (_, place) => place + 1));
      await made.index.apply(tenant, [point(1, { dense })]);
      const lists = await made.index.lists(tenant, question({ dense }), everything, 10);
      expect(lists.dense).toEqual([{ id: point(1).id, version: 1, value: closeToCosine(1) }]);
    });

    it('refuses vectors of another length', async () => {
      await made.index.ensure(model);
      const long = point(1, { dense: unit([1, 2, 3, 4, 5]) });
      await expect(made.index.apply(newTenant(), [long])).rejects.toThrow();
    });

    it('answers a ping', async () => {
      await made.index.ensure(model);
      await expect(made.index.ping()).resolves.toBeUndefined();
    });
  });
}

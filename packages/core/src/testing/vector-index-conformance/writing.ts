import { describe, expect, it } from 'vitest';
import type { Point, VectorIndex } from '../../ports/vector-index.js';
import { type Expectations, inOrderOfId } from './expectations.js';
import { everything, idOf, newTenant, noTerms, point, question, sparse, unit } from './points.js';

const held = (points: readonly Point[]) => ({ points, question: question(), filter: everything, m: 100 });

const onlyOf =
  ({ expectLists }: Expectations) =>
  async (index: VectorIndex, tenant: ReturnType<typeof newTenant>, points: readonly Point[]) => {
    const scanned = inOrderOfId(await index.scan(tenant, null, 10_000));
    expect(scanned).toEqual(points.map(({ id, version }) => ({ id, version })));
    expectLists(await index.lists(tenant, question(), everything, 100), held(points));
  };

const left = point(1, { version: 3, dense: unit([1, 0, 0, 0]) });

export function applySuite(index: () => VectorIndex, expectations: Expectations): void {
  const expectOnly = onlyOf(expectations);
  describe('apply', () => {
    it('twice equals once', async () => {
      const tenant = newTenant();
      const points = [point(1), point(2), point(3)];
      await index().apply(tenant, points);
      await index().apply(tenant, points);
      await expectOnly(index(), tenant, points);
    });

    it('takes no points', async () => {
      const tenant = newTenant();
      await index().apply(tenant, []);
      await expectOnly(index(), tenant, []);
    });

    it('replaces a lower version with all that it had', async () => {
      const tenant = newTenant();
      await index().apply(tenant, [left, point(2)]);
      const right = point(1, {
        version: 4,
        dense: null,
        sparse: { own: sparse({ 11: 1 }), context: noTerms },
        filters: { tier: 'semantic', tags: ['new'] },
      });
      await index().apply(tenant, [right]);
      await expectOnly(index(), tenant, [right, point(2)]);
      const old = await index().lists(tenant, question({ sparse: sparse({ 1: 1 }) }), everything, 10);
      expect(old.lexical.own.map(({ id }) => id)).toEqual([idOf(2)]);
    });

    it('never replaces a higher version', async () => {
      const tenant = newTenant();
      await index().apply(tenant, [left]);
      const late = point(1, { version: 2, dense: unit([0, 0, 0, 1]), sparse: { own: noTerms, context: noTerms } });
      await index().apply(tenant, [late, point(2)]);
      await expectOnly(index(), tenant, [left, point(2)]);
    });

    it('keeps the highest version of a point that comes twice', async () => {
      const tenant = newTenant();
      await index().apply(tenant, [point(1, { version: 2 }), left, point(1, { version: 1, dense: null })]);
      await expectOnly(index(), tenant, [left]);
    });

    it('keeps the highest version of writes at the same time', async () => {
      const tenant = newTenant();
      const versions = [3, 1, 5, 2, 4].map((version) => point(1, { version, dense: unit([version, 1, 0, 0]) }));
      await Promise.all(versions.map((one) => index().apply(tenant, [one])));
      await expectOnly(index(), tenant, [point(1, { version: 5, dense: unit([5, 1, 0, 0]) })]);
    });

    it('takes more points at once than a batch has', async () => {
      const tenant = newTenant();
      const points = Array.from({ length: 1203 }, (_, place) => point(place));
      await index().apply(tenant, points);
      await expectOnly(index(), tenant, points);
    });

    it('takes a point of thousands of words', async () => {
      const tenant = newTenant();
      const many = (weight: number) =>
        sparse(Object.fromEntries(Array.from({ length: 3000 }, (_, place) => [place * 999_983, weight])));
      const long = point(1, { sparse: { own: many(1.5), context: many(1.25) } });
      await index().apply(tenant, [long]);
      const asked = question({ sparse: sparse({ 0: 0.5, [2999 * 999_983]: 0.25, 5: 0.25 }) });
      const lists = await index().lists(tenant, asked, everything, 10);
      expectations.expectLists(lists, { ...held([long]), question: asked });
    });
  });
}

export function removeSuite(index: () => VectorIndex, expectations: Expectations): void {
  const expectOnly = onlyOf(expectations);
  describe('remove', () => {
    it('takes points out of everything', async () => {
      const tenant = newTenant();
      await index().apply(tenant, [point(1), point(2), point(3)]);
      await index().remove(tenant, [idOf(1), idOf(3), idOf(77)]);
      await expectOnly(index(), tenant, [point(2)]);
      expect([...(await index().scores(tenant, question(), [idOf(1), idOf(2)])).keys()]).toEqual([idOf(2)]);
    });

    it('twice equals once, and of nothing is nothing', async () => {
      const tenant = newTenant();
      await index().apply(tenant, [point(1), point(2)]);
      await index().remove(tenant, [idOf(1)]);
      await index().remove(tenant, [idOf(1)]);
      await index().remove(tenant, []);
      await expectOnly(index(), tenant, [point(2)]);
    });

    it('lets a later version in again', async () => {
      const tenant = newTenant();
      await index().apply(tenant, [left]);
      await index().remove(tenant, [idOf(1)]);
      const again = point(1, { version: 4, dense: unit([0, 1, 0, 0]) });
      await index().apply(tenant, [again]);
      await expectOnly(index(), tenant, [again]);
    });
  });
}

export function isolationSuite(index: () => VectorIndex, expectations: Expectations): void {
  const expectOnly = onlyOf(expectations);
  describe('tenants', () => {
    it('of the same ids do not meet', async () => {
      const [mine, yours] = [newTenant(), newTenant()];
      const ofMine = [point(1, { version: 2 }), point(2)];
      const ofYours = [point(1, { version: 7, dense: unit([0, 1, 0, 0]) }), point(2, { dense: null }), point(3)];
      await index().apply(mine, ofMine);
      await index().apply(yours, ofYours);
      await expectOnly(index(), mine, ofMine);
      await expectOnly(index(), yours, ofYours);
      const scores = await index().scores(mine, question(), [idOf(1), idOf(3)]);
      expect([...scores].map(([id, { version }]) => [id, version])).toEqual([[idOf(1), 2]]);
      await index().remove(mine, [idOf(1), idOf(2), idOf(3)]);
      await expectOnly(index(), mine, []);
      await expectOnly(index(), yours, ofYours);
    });

    it('whose names differ in case or by a suffix do not meet', async () => {
      const name = newTenant();
      const names = [name, name.toUpperCase(), `${name}.a`, `${name}:a@b`] as (typeof name)[];
      for (const [place, tenant] of names.entries()) await index().apply(tenant, [point(place)]);
      for (const [place, tenant] of names.entries()) await expectOnly(index(), tenant, [point(place)]);
    });
  });
}

import { describe, expect, it } from 'vitest';
import type { VectorIndex } from '../../ports/vector-index.js';
import { type Expectations, inOrderOfId, partsOf } from './expectations.js';
import { everything, idOf, newTenant, noTerms, point, question, sparse, unit } from './points.js';

const places = (from: number, count: number) => Array.from({ length: count }, (_, place) => from + place);

const firstThree = [
  point(1, { dense: unit([1, 0, 0, 0]), sparse: { own: sparse({ 7: 1.5 }), context: sparse({ 7: 1.25, 8: 0.5 }) } }),
  point(2, { dense: unit([1, 1, 0, 0]), sparse: { own: noTerms, context: sparse({ 8: 1 }) } }),
  point(3, { dense: unit([-1, 0, 0, 0]), sparse: { own: sparse({ 7: 0.5, 8: 1 }), context: noTerms } }),
];

export function listsSuite(index: () => VectorIndex, { expectLists, closeTo, closeToCosine }: Expectations): void {
  describe('lists', () => {
    it('are empty for a tenant without points', async () => {
      const lists = await index().lists(newTenant(), question(), everything, 10);
      expect(lists).toMatchObject({ dense: [], lexical: { own: [], context: [] } });
    });

    it('give cosines and dot products, best first', async () => {
      const tenant = newTenant();
      await index().apply(tenant, firstThree);
      const asked = { dense: unit([1, 0, 0, 0]), sparse: sparse({ 7: 0.25, 8: 0.125, 9: 0.5 }) };
      const { dense, lexical } = await index().lists(tenant, asked, everything, 10);
      const hit = (place: number, value: number) => ({ id: idOf(place), version: 1, value: closeTo(value) });
      const near = (place: number, value: number) => ({ ...hit(place, value), value: closeToCosine(value) });
      expect(dense).toEqual([near(1, 1), near(2, Math.SQRT1_2), near(3, -1)]);
      expect(lexical.own).toEqual([hit(1, 0.375), hit(3, 0.25)]);
      expect(lexical.context).toEqual([hit(1, 0.375), hit(2, 0.125)]);
    });

    it('order what is equal by id', async () => {
      const tenant = newTenant();
      const same = { dense: unit([1, 2, 3, 4]), sparse: { own: sparse({ 1: 1 }), context: sparse({ 1: 1 }) } };
      await index().apply(
        tenant,
        [5, 2, 9, 255, 1, 16, 4096].map((place) => point(place, same)),
      );
      const { dense, lexical } = await index().lists(tenant, question(), everything, 100);
      const inOrder = [1, 2, 5, 9, 16, 255, 4096].map(idOf);
      for (const list of [dense, lexical.own, lexical.context]) expect(list.map(({ id }) => id)).toEqual(inOrder);
    });

    it.each([1, 7, 30, 100])('hold the best %i of 30', async (m) => {
      const tenant = newTenant();
      const points = places(0, 30).map((place) => point(place));
      await index().apply(tenant, points);
      const held = { points, question: question(), filter: everything, m };
      const lists = await index().lists(tenant, held.question, everything, m);
      expectLists(lists, held);
      expect(lists.dense).toHaveLength(Math.min(m, 30));
    });

    it('leave out what has no vector or no common word', async () => {
      const tenant = newTenant();
      await index().apply(tenant, [
        point(1, { dense: null }),
        point(2, { sparse: { own: noTerms, context: noTerms } }),
      ]);
      const { dense, lexical } = await index().lists(tenant, question(), everything, 10);
      expect(dense.map(({ id }) => id)).toEqual([idOf(2)]);
      expect(lexical.own.map(({ id }) => id)).toEqual([idOf(1)]);
      expect(lexical.context.map(({ id }) => id)).toEqual([idOf(1)]);
    });

    it('are empty where the question has no vector or no words', async () => {
      const tenant = newTenant();
      await index().apply(tenant, [point(1)]);
      const wordsOnly = await index().lists(tenant, question({ dense: null }), everything, 10);
      expect(wordsOnly.dense).toEqual([]);
      expect(wordsOnly.lexical.own).toHaveLength(1);
      const meaningOnly = await index().lists(tenant, question({ sparse: noTerms }), everything, 10);
      expect(meaningOnly.dense).toHaveLength(1);
      expect(meaningOnly.lexical).toEqual({ own: [], context: [] });
    });

    it.each([0, 1, 2 ** 31, 2 ** 32 - 1])('find term id %i', async (term) => {
      const tenant = newTenant();
      const terms = sparse({ [term]: 0.5, 77: 1 });
      await index().apply(tenant, [point(1, { sparse: { own: terms, context: terms } })]);
      const { lexical } = await index().lists(tenant, question({ sparse: sparse({ [term]: 1 }) }), everything, 10);
      const hit = { id: idOf(1), version: 1, value: closeTo(0.5) };
      expect(lexical).toEqual({ own: [hit], context: [hit] });
    });
  });
}

export function scoresSuite(index: () => VectorIndex, { closeTo, closeToCosine }: Expectations): void {
  describe('scores', () => {
    it('are the parts of the ids that are there', async () => {
      const tenant = newTenant();
      const points = [...places(1, 5).map((place) => point(place)), point(6, { dense: null, version: 4 })];
      await index().apply(tenant, points);
      const scores = await index().scores(tenant, question(), [idOf(2), idOf(6), idOf(99)]);
      expect(new Set(scores.keys())).toEqual(new Set([idOf(2), idOf(6)]));
      for (const one of points.filter(({ id }) => scores.has(id))) {
        const { dense, lexical } = partsOf(question(), one);
        const truth = { own: closeTo(lexical.own), context: closeTo(lexical.context) };
        expect(scores.get(one.id)).toEqual({ version: one.version, dense: closeToCosine(dense), lexical: truth });
      }
    });

    it('have no dense part for a question without a vector, and 0 where no word is shared', async () => {
      const tenant = newTenant();
      await index().apply(tenant, [point(1)]);
      const scores = await index().scores(tenant, { dense: null, sparse: sparse({ 5: 1 }) }, [idOf(1)]);
      expect(scores.get(idOf(1))).toEqual({ version: 1, dense: null, lexical: { own: 0, context: 0 } });
    });

    it('are none for no ids and for a tenant without points', async () => {
      expect(await index().scores(newTenant(), question(), [])).toEqual(new Map());
      expect(await index().scores(newTenant(), question(), [idOf(1)])).toEqual(new Map());
    });
  });
}

export function scanSuite(index: () => VectorIndex): void {
  const places25 = places(1, 25).map((place) => point(place * 11, { version: place }));
  const truth = places25.map(({ id, version }) => ({ id, version }));
  const lastOf = (page: readonly { id: string }[]) => page.at(-1)?.id ?? null;

  describe('scan', () => {
    it('pages through all ids and versions, each once', async () => {
      const tenant = newTenant();
      await index().apply(tenant, places25.toReversed());
      const first = await index().scan(tenant, null, 10);
      const second = await index().scan(tenant, lastOf(first), 10);
      const third = await index().scan(tenant, lastOf(second), 10);
      expect(inOrderOfId([...first, ...second, ...third])).toEqual(truth);
      expect([first.length, second.length, third.length]).toEqual([10, 10, 5]);
      expect(await index().scan(tenant, lastOf(third), 10)).toEqual([]);
      expect(await index().scan(tenant, null, 25)).toEqual([...first, ...second, ...third]);
    });

    it('goes on after an id that was removed', async () => {
      const tenant = newTenant();
      await index().apply(tenant, places25);
      const all = await index().scan(tenant, null, 100);
      const gone = all.slice(5, 10).map(({ id }) => id);
      await index().remove(tenant, gone);
      expect(await index().scan(tenant, gone.at(-1) ?? null, 100)).toEqual(all.slice(10));
      expect(await index().scan(tenant, gone.at(0) ?? null, 10)).toEqual(all.slice(10, 20));
    });

    it('is empty for a tenant without points', async () => {
      expect(await index().scan(newTenant(), null, 10)).toEqual([]);
    });
  });

  describe('count', () => {
    it('is of the points of one tenant', async () => {
      const [mine, yours] = [newTenant(), newTenant()];
      await index().apply(mine, places25);
      await index().apply(mine, places25.slice(0, 3));
      await index().apply(yours, [point(1)]);
      await index().remove(mine, [idOf(11), idOf(22), idOf(5)]);
      expect(await index().count(mine)).toBe(23);
      expect(await index().count(yours)).toBe(1);
      expect(await index().count(newTenant())).toBe(0);
    });
  });
}

import { describe, expect, it } from 'vitest';
import type { ModelLimits } from '../../ports/records.js';
import type { Stage } from './stage.js';

const [TODAY, TOMORROW] = ['2026-03-01', '2026-03-02'] as const;

const atMost = (calls: number, tokens: number | null = null): ModelLimits => ({ calls, tokens });

export function modelCallsSuite(stage: Stage): void {
  describe('calls of a model', () => {
    it('are as many as there may be, also where many ask at once', async () => {
      const { own } = stage.tenant();
      const taken = await Promise.all(Array.from({ length: 12 }, () => own.modelCalls.take(TODAY, atMost(5))));
      expect(taken.filter((was) => was)).toHaveLength(5);
      expect(await own.modelCalls.take(TODAY, atMost(5))).toBe(false);
      expect(await own.modelCalls.take(TODAY, atMost(6))).toBe(true);
    });

    it('are none where there may be none', async () => {
      const { own, tenant } = stage.tenant();
      expect(await own.modelCalls.take(TODAY, atMost(0))).toBe(false);
      expect(await stage.dump()).not.toContain(`(${tenant},`);
    });

    it('are counted for each tenant by itself', async () => {
      const [first, second] = [stage.tenant().own, stage.tenant().own];
      expect(await first.modelCalls.take(TODAY, atMost(1))).toBe(true);
      expect(await second.modelCalls.take(TODAY, atMost(1))).toBe(true);
      expect(await first.modelCalls.take(TODAY, atMost(1))).toBe(false);
    });

    it('are given back, and their tokens are counted, of which there may be only so many too', async () => {
      const { own, tenant } = stage.tenant();
      expect(await own.modelCalls.used(TODAY)).toEqual({ calls: 0, tokens: 0 });
      expect(await own.modelCalls.take(TODAY, atMost(1, 0))).toBe(false);
      expect(await own.modelCalls.take(TODAY, atMost(1, 3_000_000_000))).toBe(true);
      await own.modelCalls.add(TODAY, { calls: -1, tokens: 0 });
      expect(await own.modelCalls.take(TODAY, atMost(1, 3_000_000_000))).toBe(true);
      await own.modelCalls.add(TODAY, { calls: 0, tokens: 3_000_000_000 });
      expect(await own.modelCalls.used(TODAY)).toEqual({ calls: 1, tokens: 3_000_000_000 });
      expect(await own.modelCalls.take(TODAY, atMost(9, 3_000_000_000))).toBe(false);
      expect(await own.modelCalls.take(TODAY, atMost(9, 3_000_000_001))).toBe(true);
      expect(await stage.dump()).toContain(`(${tenant},${TODAY},2,3000000000)`);
    });

    it('begin anew with a day, of which nothing is kept once another has begun', async () => {
      const { own, tenant } = stage.tenant();
      expect(await own.modelCalls.take(TODAY, atMost(1))).toBe(true);
      expect(await own.modelCalls.take(TOMORROW, atMost(1))).toBe(true);
      const dump = await stage.dump();
      expect(dump).toContain(`(${tenant},${TOMORROW},1,0)`);
      expect(dump).not.toContain(`(${tenant},${TODAY}`);
    });

    it('go with their tenant', async () => {
      const { own, tenant } = stage.tenant();
      await own.modelCalls.take(TODAY, atMost(1));
      expect(await own.erasure.removeEverything(10)).toEqual({ model_calls: 1 });
      expect(await stage.dump()).not.toContain(`(${tenant},`);
    });
  });
}

import { describe, expect, it } from 'vitest';
import { hashOf } from '../builders.js';
import { insertEach, type Stage } from './stage.js';

export function limitsSuite(stage: Stage): void {
  describe('what an operator set for a tenant', () => {
    it('is kept as each part was set last, and read by when that was', async () => {
      const { tenant } = stage.tenant();
      const { tenantSettings } = stage.records;
      const found = async (since: Date) => (await tenantSettings.since(since)).filter((row) => row.tenant === tenant);
      await tenantSettings.set(tenant, { limits: { memories: 9_000_000_000, requestsPerSecond: 5 } });
      await tenantSettings.set(tenant, { llm: { reads: false, instructions: 'Keep "drugs", ’n’ allergies.' } });
      const limits = { requestsPerSecond: 6 };
      const now = await tenantSettings.set(tenant, { limits });
      const llm = { reads: false, instructions: 'Keep "drugs", ’n’ allergies.' };
      expect(now).toEqual({ limits, llm, changedAt: expect.any(Date) });
      const [row, ...more] = await found(new Date(0));
      expect([row, more]).toEqual([{ tenant, ...now }, []]);
      const changedAt = row?.changedAt.getTime() ?? 0;
      expect(await found(new Date(changedAt))).toHaveLength(1);
      expect(await found(new Date(changedAt + 1))).toEqual([]);
    });

    it('stays when the tenant erases itself', async () => {
      const { tenant, own } = stage.tenant();
      await stage.records.tenantSettings.set(tenant, { limits: { memories: 1 } });
      expect(await own.erasure.removeEverything(10)).toEqual({});
      expect(await stage.records.tenantSettings.since(new Date(0))).toContainEqual(expect.objectContaining({ tenant }));
    });
  });

  describe('what a tenant holds', () => {
    it('is counted of what lives, in bytes of its texts', async () => {
      const { own } = stage.tenant();
      expect(await own.memories.holdings()).toEqual({ memories: 0, bytes: 0 });
      const [, second = ''] = await insertEach(stage, own.memories, [{ content: 'Tea' }, { content: 'Käse' }]);
      expect(await own.memories.holdings()).toEqual({ memories: 2, bytes: 8 });
      await own.memories.bury([second], new Date());
      expect(await own.memories.holdings()).toEqual({ memories: 1, bytes: 3 });
    });

    it('includes metadata as it is stored, which each memory of an ingest has a copy of', async () => {
      const { own } = stage.tenant();
      const metadata = Object.fromEntries(Array.from({ length: 1000 }, (_, place) => [hashOf(`${place}`), place]));
      await insertEach(stage, own.memories, [
        { content: 'Tea', metadata },
        { content: 'Tea', metadata },
      ]);
      const { bytes } = await own.memories.holdings();
      // No database packs a hash of 64 digits into less than half of them.
      expect(bytes).toBeGreaterThan(2 * 1000 * 32);
      expect(bytes).toBeLessThan(4 * JSON.stringify(metadata).length);
    });
  });
}

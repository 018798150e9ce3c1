import { describe, expect, it } from 'vitest';
import type { Stage } from './stage.js';

const none = { kept: 0, noise: 0, repeat: 0, replaced: 0, review: 0 };

export function statementCountsSuite(stage: Stage): void {
  describe('counts of statements', () => {
    it('are none before anything was read', async () => {
      const { own, tenant } = stage.tenant();
      await own.statementCounts.add('chat', none);
      expect(await own.statementCounts.totals()).toEqual(none);
      expect(await stage.dump()).not.toContain(`(${tenant},`);
    });

    it('add up over texts and sources', async () => {
      const { own, tenant } = stage.tenant();
      await own.statementCounts.add('chat', { kept: 3, noise: 7, repeat: 0, replaced: 1, review: 0 });
      await own.statementCounts.add('chat', { ...none, kept: 2 });
      await own.statementCounts.add('note', { ...none, kept: 1, review: 4 });
      expect(await own.statementCounts.totals()).toEqual({ kept: 6, noise: 7, repeat: 0, replaced: 1, review: 4 });
      expect(await stage.dump()).toContain(`(${tenant},chat,kept,5)`);
    });

    it('lose nothing where many add at once', async () => {
      const { own } = stage.tenant();
      const each = { kept: 1, noise: 1, repeat: 1, replaced: 1, review: 1 };
      await Promise.all(
        Array.from({ length: 12 }, () => own.transaction(({ statementCounts }) => statementCounts.add('chat', each))),
      );
      expect(await own.statementCounts.totals()).toEqual({ kept: 12, noise: 12, repeat: 12, replaced: 12, review: 12 });
    });

    it('are not added to by what fails', async () => {
      const { own } = stage.tenant();
      const failing = own.transaction(async ({ statementCounts }) => {
        await statementCounts.add('chat', { ...none, kept: 1 });
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await own.statementCounts.totals()).toEqual(none);
    });

    it('are of one tenant, and go with it', async () => {
      const [first, second] = [stage.tenant(), stage.tenant()];
      await first.own.statementCounts.add('chat', { ...none, kept: 1, noise: 2 });
      await second.own.statementCounts.add('chat', { ...none, kept: 5 });
      expect(await first.own.erasure.removeEverything(10)).toEqual({ statement_counts: 2 });
      expect(await first.own.statementCounts.totals()).toEqual(none);
      expect(await second.own.statementCounts.totals()).toEqual({ ...none, kept: 5 });
    });
  });
}

import type { Relations } from '@hippocamp/shared/language/comparison';
import { describe, expect, it } from 'vitest';
import { statements, tenant } from './texts.js';
import type { AskedLanguage } from './under-test.js';

const same: Relations = { same: 0.98, conflict: 0.01, different: 0.01 };
const conflict: Relations = { same: 0.01, conflict: 0.98, different: 0.01 };

export const comparingSuite = (language: AskedLanguage): void => {
  describe('comparing', () => {
    it('answers each pair in its place, however many are asked at once', async () => {
      const pairs = statements.flatMap((older) => statements.map((newer) => ({ older, newer, relations: same })));
      const together = await language().compare(tenant, pairs);
      expect(together).toHaveLength(pairs.length);
      for (const [place, pair] of pairs.slice(0, 20).entries())
        expect(await language().compare(tenant, [pair])).toEqual([together[place]]);
      for (const { sure } of together) expect(sure >= 0 && sure <= 1).toBe(true);
      expect(await language().compare(tenant, [])).toEqual([]);
    });

    it('holds only equal text as the same where nobody has read both', async () => {
      const pairs = statements.flatMap((older) => statements.map((newer) => ({ older, newer, relations: null })));
      for (const [place, { verdict }] of (await language().compare(tenant, pairs)).entries()) {
        const pair = pairs[place];
        if (pair?.older !== pair?.newer) expect(verdict).toBe('unrelated');
        else expect(verdict).toBe('same');
      }
    });

    it.each([
      ['Porto is where Mara lives.', 'Mara lives in Porto.', same, 'same'],
      ['Mara lives in Lisbon.', 'Mara lives in Porto.', conflict, 'replaces'],
      ['Mara lives in Lisbon.', 'Mara lives in Porto.', same, 'replaces'],
    ] as const)('%s after %s, read as %o: %s', async (newer, older, relations, verdict) => {
      const [found] = await language().compare(tenant, [{ older, newer, relations }]);
      expect(found?.verdict).toBe(verdict);
    });
  });

  describe('a request to forget', () => {
    it.each([
      ['Please forget that Mara lives in Porto.', 'statement', 'Mara lives in Porto'],
      ['Mara lives in Porto.', 'statement', 'Mara lives in Porto'],
      ['Forget everything about Mara.', 'topic', 'Mara'],
    ] as const)('%s', async (text, kind, about) => {
      expect(await language().toForget(tenant, text)).toEqual([{ kind, text: about }]);
    });
  });
};

import type { JsonObject } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import { minutesAfter, NOON } from '../builders.js';
import type { Stage } from './stage.js';

const DAY = 24 * 60;
const claimAt = (at: Date, fingerprint = 'a print') => ({
  fingerprint,
  lockedUntil: minutesAfter(1, at),
  at,
  expiredBefore: minutesAfter(-DAY, at),
});

const answer = (result: JsonObject, lockedUntil: Date | null, mentions: readonly string[] = []) => ({
  result,
  mentions,
  lockedUntil,
});

export function idempotencySuite(stage: Stage): void {
  describe('idempotency keys', () => {
    it('are claimed by one of many at once', async () => {
      const { idempotency } = stage.tenant().own;
      const claims = await Promise.all(Array.from({ length: 20 }, () => idempotency.claim('key', claimAt(NOON))));
      const held = claims.filter((claim) => claim !== null);
      expect(held).toHaveLength(19);
      for (const record of held) {
        expect(record).toEqual({ fingerprint: 'a print', result: null, lockedUntil: minutesAfter(1) });
      }
    });

    it('tell the results of several of one fingerprint, of their own tenant', async () => {
      const [{ own }, other] = [stage.tenant(), stage.tenant().own];
      for (const [key, print, result] of [
        ['one', 'a print', { n: 1 }],
        ['two', 'a print', { n: 2 }],
        ['three', 'another print', { n: 3 }],
        ['four', 'a print', null],
        ['five', 'a print', { n: 5 }],
      ] as const) {
        await own.idempotency.claim(key, claimAt(NOON, print));
        if (result) await own.idempotency.store(key, answer(result, null));
      }
      const found = await own.idempotency.results(['one', 'two', 'three', 'four', 'unknown'], 'a print');
      expect(found.map(({ n }) => n).sort()).toEqual([1, 2]);
      expect(await own.idempotency.results([], 'a print')).toEqual([]);
      expect(await other.idempotency.results(['one'], 'a print')).toEqual([]);
    });

    it('give back what was stored for them', async () => {
      const { idempotency } = stage.tenant().own;
      await idempotency.claim('key', claimAt(NOON));
      await idempotency.store('key', answer({ trace: 'x' }, minutesAfter(2)));
      const again = claimAt(minutesAfter(1), 'another print');
      const running = { fingerprint: 'a print', result: { trace: 'x' }, lockedUntil: minutesAfter(2) };
      expect(await idempotency.claim('key', again)).toEqual(running);
      await idempotency.store('key', answer({ status: 201, body: { list: [1, null, "'"] } }, null));
      const done = { ...running, result: { status: 201, body: { list: [1, null, "'"] } }, lockedUntil: null };
      expect(await idempotency.claim('key', again)).toEqual(done);
      expect(await idempotency.claim('another key', again)).toBeNull();
      await idempotency.store('unknown key', answer({}, null));
      expect(await idempotency.claim('unknown key', again)).toBeNull();
    });

    it('are free when they are too old, for one of many', async () => {
      const { idempotency } = stage.tenant().own;
      await idempotency.claim('key', claimAt(NOON));
      await idempotency.store('key', answer({ old: true }, null));
      const dayLater = claimAt(minutesAfter(DAY), 'new print');
      expect(await idempotency.claim('key', dayLater)).toMatchObject({ result: { old: true } });
      const later = claimAt(minutesAfter(DAY + 1), 'new print');
      const claims = await Promise.all(Array.from({ length: 8 }, () => idempotency.claim('key', later)));
      expect(claims.filter((claim) => claim === null)).toHaveLength(1);
      const held = { fingerprint: 'new print', result: null, lockedUntil: later.lockedUntil };
      expect(claims.filter((claim) => claim !== null)).toEqual(Array.from({ length: 7 }, () => held));
    });

    it('are free when the first request ended without a result, for one of many that ask the same', async () => {
      const { idempotency } = stage.tenant().own;
      await idempotency.claim('key', claimAt(NOON));
      const early = claimAt(new Date(minutesAfter(1).getTime() - 1));
      expect(await idempotency.claim('key', early)).toMatchObject({ lockedUntil: minutesAfter(1) });
      const late = claimAt(minutesAfter(1));
      const different = { ...late, fingerprint: 'another print' };
      expect(await idempotency.claim('key', different)).toMatchObject({ fingerprint: 'a print', result: null });
      const claims = await Promise.all(Array.from({ length: 8 }, () => idempotency.claim('key', late)));
      expect(claims.filter((claim) => claim === null)).toHaveLength(1);
    });

    it('are taken over with what was left unfinished, by one of many that ask the same when the lock has run out', async () => {
      const { idempotency } = stage.tenant().own;
      const other = stage.tenant().own.idempotency;
      const claim = claimAt(minutesAfter(2));
      expect(await idempotency.resume('key', claim)).toBeNull();
      await idempotency.claim('key', claimAt(NOON));
      expect(await idempotency.resume('key', claim)).toBeNull();
      await idempotency.store('key', answer({ soFar: 1 }, minutesAfter(2)));
      expect(await idempotency.resume('key', claimAt(minutesAfter(1)))).toBeNull();
      expect(await idempotency.resume('key', claimAt(minutesAfter(2), 'another print'))).toBeNull();
      expect(await other.resume('key', claim)).toBeNull();
      const resumed = await Promise.all(Array.from({ length: 8 }, () => idempotency.resume('key', claim)));
      expect(resumed.filter((held) => held !== null)).toEqual([{ soFar: 1 }]);
      expect(await idempotency.claim('key', claim)).toEqual({
        fingerprint: 'a print',
        result: { soFar: 1 },
        lockedUntil: claim.lockedUntil,
      });
      await idempotency.store('key', answer({ done: true }, null));
      expect(await idempotency.resume('key', claimAt(minutesAfter(60)))).toBeNull();
    });

    it('are held for longer while their first request runs, and not beyond its end', async () => {
      const { idempotency } = stage.tenant().own;
      await idempotency.claim('key', claimAt(NOON));
      await idempotency.store('key', answer({ soFar: 1 }, minutesAfter(1)));
      expect(await idempotency.hold('key', minutesAfter(2), minutesAfter(9))).toBe(false);
      expect(await idempotency.hold('key', minutesAfter(1), minutesAfter(3))).toBe(true);
      expect(await idempotency.resume('key', claimAt(minutesAfter(2)))).toBeNull();
      await idempotency.store('key', answer({ done: true }, null));
      expect(await idempotency.hold('key', minutesAfter(3), minutesAfter(4))).toBe(false);
      expect(await idempotency.claim('key', claimAt(minutesAfter(2)))).toMatchObject({ lockedUntil: null });
    });

    it('stay taken when the text of their answers is forgotten', async () => {
      const { idempotency } = stage.tenant().own;
      const other = stage.tenant().own.idempotency;
      const [gone, kept] = [stage.ids.next(), stage.ids.next()];
      const text = `canary-${gone}`;
      const later = claimAt(minutesAfter(1));
      for (const [key, mentions] of [
        ['gone', [kept, gone]],
        ['kept', [kept]],
        ['none', []],
      ] as const) {
        for (const store of [idempotency, other]) {
          await store.claim(key, claimAt(NOON));
          await store.store(
            key,
            answer({ text: key === 'gone' && store === idempotency ? text : key }, null, mentions),
          );
        }
      }
      await idempotency.forget([gone, stage.ids.next()]);
      await idempotency.forget([]);
      expect(await idempotency.claim('gone', later)).toEqual({ fingerprint: 'a print', result: {}, lockedUntil: null });
      expect(await idempotency.claim('kept', later)).toMatchObject({ result: { text: 'kept' } });
      expect(await idempotency.claim('none', later)).toMatchObject({ result: { text: 'none' } });
      expect(await other.claim('gone', later)).toMatchObject({ result: { text: 'gone' } });
      expect(await stage.dump()).not.toContain(text);
    });

    it('are not claimed by a transaction that fails', async () => {
      const { own } = stage.tenant();
      const failed = own.transaction(async ({ idempotency }) => {
        expect(await idempotency.claim('key', claimAt(NOON))).toBeNull();
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      expect(await own.idempotency.claim('key', claimAt(NOON))).toBeNull();
    });

    it('are claimed inside many transactions at once by the first that ends well', async () => {
      const { own } = stage.tenant();
      const claims = await Promise.all(
        Array.from({ length: 10 }, () =>
          own.transaction(async ({ idempotency }) => {
            const held = await idempotency.claim('key', claimAt(NOON));
            if (held === null) await idempotency.store('key', answer({ done: true }, null));
            return held;
          }),
        ),
      );
      expect(claims.filter((claim) => claim === null)).toHaveLength(1);
      expect(claims.filter((claim) => claim?.result?.done === true)).toHaveLength(9);
    });

    it('go with their retention', async () => {
      const { idempotency } = stage.tenant().own;
      const old = new Date('1990-01-01T00:00:00.000Z');
      await stage.records.prune({ idempotencyKeys: old });
      await idempotency.claim('old', claimAt(new Date(old.getTime() - 1)));
      await idempotency.claim('young', claimAt(old));
      expect(await stage.records.prune({ idempotencyKeys: old })).toEqual({ idempotencyKeys: 1 });
      const now = { ...claimAt(old), expiredBefore: minutesAfter(-DAY, old) };
      expect(await idempotency.claim('old', now)).toBeNull();
      expect(await idempotency.claim('young', now)).not.toBeNull();
    });
  });
}

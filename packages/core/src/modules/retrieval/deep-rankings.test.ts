import { isProblem } from '@hippocamp/shared/problems';
import { expect, it } from 'vitest';
import { tenantNamed } from '../../testing/builders.js';
import { createDeepRankings } from './deep-rankings.js';

const [many, other, third, fourth] = ['many', 'other', 'third', 'fourth'].map(tenantNamed) as [
  ...ReturnType<typeof tenantNamed>[],
] as [never, never, never, never];

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

const stage = (patience?: number) => {
  const deepRankings = createDeepRankings(patience);
  const atWork: { tenant: string; end(): void; fail(): void }[] = [];
  const ask = (tenant: never, rows: readonly number[] = [100, 400, 6400]) =>
    deepRankings(tenant, async (beforeReading) => {
      for (const each of rows) await beforeReading(each);
      await new Promise<void>((resolve, reject) => {
        const done = (settle: () => void) => () => {
          atWork.splice(atWork.indexOf(one), 1);
          settle();
        };
        const one = { tenant, end: done(resolve), fail: done(() => reject(new Error('away'))) };
        atWork.push(one);
      });
    });
  const ofTenant = (tenant: string) => atWork.filter((one) => one.tenant === tenant).length;
  return { ask, atWork, ofTenant };
};

it('at most eight go deep at once and three of a tenant, and all of them in the end', async () => {
  const { ask, atWork, ofTenant } = stage();
  const all = [many, many, many, many, many, many, other, third, third, third, fourth, fourth].map((who) => ask(who));
  let most = 0;
  for (let ended = 0; ended < all.length; ended += 1) {
    await settle();
    most = Math.max(most, atWork.length);
    expect(ofTenant(many)).toBeLessThanOrEqual(3);
    atWork[0]?.end();
  }
  await Promise.all(all);
  expect(most).toBe(8);
});

it('those that do not go deep wait for nobody', async () => {
  const { ask, atWork } = stage();
  const all = Array.from({ length: 20 }, () => ask(many, [100, 400, 1600]));
  await settle();
  expect(atWork).toHaveLength(20);
  for (const one of [...atWork]) one.end();
  await Promise.all(all);
});

it('one that fails leaves its place, and one that has waited for long is refused and takes none', async () => {
  const { ask, atWork } = stage(0);
  const [first, ...others] = [ask(many), ask(many), ask(many)];
  await settle();
  const refused = await ask(many).catch((error: unknown) => error);
  expect(isProblem(refused) && refused.problem).toBe('overloaded');
  atWork[0]?.fail();
  await expect(first).rejects.toThrow('away');
  const next = ask(many);
  await settle();
  expect(atWork).toHaveLength(3);
  for (const one of [...atWork]) one.end();
  await Promise.all([...others, next]);
});

import { describe, expect, it } from 'vitest';
import type { TenantRecords } from '../../ports/records.js';
import { filterOf, NOON, tenantNamed } from '../../testing/builders.js';
import { createCountUnsearchable } from './question.js';

const tenant = tenantNamed('a tenant');

/** Asks again and again while the index is filled; each time so many seconds later. */
const asking = () => {
  let now = NOON.getTime();
  const reach = createCountUnsearchable({ clock: { now: () => new Date(now) } });
  return (waiting: number, read: number, secondsLater = 0) => {
    now += secondsLater * 1000;
    const memories = { reach: async () => ({ passing: 10_000, waiting }) };
    return reach(tenant, { memories } as unknown as TenantRecords, filterOf(), read);
  };
};

const waitOf = (asked: Promise<number>) =>
  asked.then(
    () => 0,
    (problem) => {
      expect(problem.problem).toBe('dependency-unavailable');
      return problem.extras.retryAfter as number;
    },
  );

describe('memories that the index does not hold yet', () => {
  it('are counted, as far as they were not read in its place', async () => {
    expect(await asking()(700, 500)).toBe(200);
    expect(await asking()(400, 500)).toBe(0);
    expect(await asking()(5500, 500)).toBe(5000);
  });

  it('are too many beyond half of what passes, and who asks is told so', async () => {
    await expect(asking()(5501, 500)).rejects.toThrow('5001 of 10000');
  });

  it('are to be waited for as long as the index takes for them', async () => {
    const ask = asking();
    expect(await waitOf(ask(10_000, 0))).toBe(10);
    // 1,000 in 10 s: 4,000 too many take 40.
    expect(await waitOf(ask(9_000, 0, 10))).toBe(40);
    // It began anew.
    expect(await waitOf(ask(10_000, 0, 10))).toBe(10);
    // Hardly anything happens: nobody is sent away for hours.
    expect(await waitOf(ask(9_999, 0, 10_000))).toBe(300);
  });
});

import { describe, expect, it } from 'vitest';
import type { HeldLock, NamedLocks } from '../ports/records.js';
import { NOON } from '../testing/builders.js';
import { withLease, withLeaseInTurn } from './with-lease.js';

const other: HeldLock = {
  token: 'b',
  holder: 'there, process 2',
  since: NOON,
  until: new Date(NOON.getTime() + 60_000),
};

const given = (...answers: (HeldLock | null)[]) => {
  const released: string[] = [];
  let takes = 0;
  const locks: NamedLocks = {
    async take() {
      takes += 1;
      return answers[Math.min(takes, answers.length) - 1] ?? null;
    },
    async release(name, token) {
      released.push(`${name} ${token}`);
    },
  };
  const dependencies = { locks, clock: { now: () => NOON }, token: 'a', holder: 'here, process 1', lease: 3 };
  return { dependencies, released, takes: () => takes };
};

const taken = async (takes: () => number, count: number) => {
  while (takes() < count) await new Promise((resolve) => setImmediate(resolve));
};

describe('what one process does at a time', () => {
  it('is waited for by another that does it in turn', async () => {
    const { dependencies, released, takes } = given(other, other, null);
    expect(await withLeaseInTurn('reindex', dependencies, async () => 'done')).toBe('done');
    expect(takes()).toBe(3);
    expect(released).toEqual(['reindex a']);
  });

  it('is done, kept meanwhile, and given back', async () => {
    const { dependencies, released, takes } = given(null);
    const work = async (check: () => void) => {
      await taken(takes, 3);
      check();
      return 'done';
    };
    expect(await withLease('reindex', dependencies, work)).toBe('done');
    expect(released).toEqual(['reindex a']);
  });

  it('is not begun where another does it, and who that is is said', async () => {
    const { dependencies } = given(other);
    const begun = withLease('reindex', dependencies, async () => 'done');
    await expect(begun).rejects.toThrow(
      `A reindex is under way already: by there, process 2, since ${NOON.toISOString()}. Wait for its end.`,
    );
  });

  it('ends where another took it over, and whatever failed of that is explained by it', async () => {
    const { dependencies, takes } = given(null, other);
    const work = async () => {
      await taken(takes, 2);
      await new Promise((resolve) => setImmediate(resolve));
      throw new Error('The vector index does not answer.');
    };
    await expect(withLease('reindex', dependencies, work)).rejects.toThrow('by there, process 2');
  });

  it('fails of what it fails of', async () => {
    const { dependencies, released } = given(null);
    const work = async () => {
      throw new Error('The vector index does not answer.');
    };
    await expect(withLease('reindex', dependencies, work)).rejects.toThrow('does not answer');
    expect(released).toEqual(['reindex a']);
  });
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { together } from './together.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function house() {
  const calls: { names: readonly number[]; end: (fails?: boolean) => void }[] = [];
  const find = together(
    (names: readonly number[]) =>
      new Promise<ReadonlyMap<number, string>>((resolve, reject) => {
        const end = (fails = false) =>
          fails ? reject(new Error('away')) : resolve(new Map(names.map((name) => [name, `found ${name}`])));
        calls.push({ names, end });
      }),
  );
  const begunAfter = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    return calls.map(({ names }) => names);
  };
  return { calls, find, begunAfter };
}

it('reads one call at a time, each name by a call that begins after it was asked for, and goes on after a failure', async () => {
  const { calls, find, begunAfter } = house();
  const first = find(1);
  expect(await begunAfter(0)).toEqual([[1]]);
  const again = [find(1), find(2)];
  expect(await begunAfter(0)).toEqual([[1]]);
  const failed = expect(first).rejects.toThrow('away');
  calls[0]?.end(true);
  await failed;
  expect(await begunAfter(0)).toEqual([[1], [1, 2]]);
  const many = Promise.all(Array.from({ length: 1001 }, (_one, name) => find(name)));
  calls[1]?.end();
  expect(await Promise.all(again)).toEqual(['found 1', 'found 2']);
  expect((await begunAfter(0)).slice(2).map(({ length }) => length)).toEqual([1000]);
  calls[2]?.end();
  expect((await begunAfter(0)).slice(3)).toEqual([[1000]]);
  calls[3]?.end();
  expect((await many).at(-1)).toBe('found 1000');
  await begunAfter(0);
  expect(vi.getTimerCount()).toBe(0);
});

it('begins one further call each second beside those that do not answer', async () => {
  const { calls, find, begunAfter } = house();
  const silent = find(-1);
  await begunAfter(0);
  const many = Array.from({ length: 2001 }, (_one, name) => find(name));
  expect(await begunAfter(999)).toHaveLength(1);
  expect(await begunAfter(1)).toHaveLength(2);
  expect(await begunAfter(999)).toHaveLength(2);
  expect(await begunAfter(1)).toHaveLength(3);
  calls[2]?.end();
  expect((await begunAfter(0)).slice(3)).toEqual([[2000]]);
  calls[3]?.end();
  expect(await Promise.all(many.slice(1000))).toHaveLength(1001);
  calls[1]?.end();
  calls[0]?.end();
  expect(await many[0]).toBe('found 0');
  expect(await silent).toBe('found -1');
});

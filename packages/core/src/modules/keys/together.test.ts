import { expect, it } from 'vitest';
import { together } from './together.js';

it('reads one call at a time, each name by a call that begins after it was asked for, and goes on after a failure', async () => {
  const calls: { names: readonly number[]; end: (fails: boolean) => void }[] = [];
  const find = together(
    (names: readonly number[]) =>
      new Promise<ReadonlyMap<number, string>>((resolve, reject) => {
        const end = (fails: boolean) =>
          fails ? reject(new Error('away')) : resolve(new Map(names.map((name) => [name, `found ${name}`])));
        calls.push({ names, end });
      }),
  );
  const first = find(1);
  await Promise.resolve();
  const again = [find(1), find(2)];
  expect(calls.map(({ names }) => names)).toEqual([[1]]);
  calls[0]?.end(true);
  await expect(first).rejects.toThrow('away');
  await Promise.resolve();
  expect(calls.map(({ names }) => names)).toEqual([[1], [1, 2]]);
  const many = Promise.all(Array.from({ length: 1001 }, (_one, name) => find(name)));
  calls[1]?.end(false);
  expect(await Promise.all(again)).toEqual(['found 1', 'found 2']);
  await Promise.resolve();
  expect(calls[2]?.names).toHaveLength(1000);
  calls[2]?.end(false);
  await expect.poll(() => calls[3]?.names).toEqual([1000]);
  calls[3]?.end(false);
  expect((await many).at(-1)).toBe('found 1000');
});

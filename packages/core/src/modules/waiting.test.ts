import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSemaphore } from './waiting.js';

const stage = (places: number) => {
  const semaphore = createSemaphore(places);
  const running: { who: string; end: () => void }[] = [];
  const started: string[] = [];
  const take = (who: string) =>
    semaphore.take(who, () => {
      started.push(who);
      return new Promise<void>((end) => {
        const one = { who, end };
        running.push(one);
        one.end = () => {
          running.splice(running.indexOf(one), 1);
          end();
        };
      });
    });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { take, running, started, settle };
};

describe('turns', () => {
  it('are taken one after the other by those who wait', async () => {
    const { take, running, started, settle } = stage(1);
    const all = ['a', 'a', 'a', 'b', 'c', 'b'].map(take);
    for (const _one of all) {
      await settle();
      running[0]?.end();
    }
    await Promise.all(all);
    expect(started).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
  });

  it('leave one place to others, and never more at work than there are places', async () => {
    const who = fc.constantFrom('a', 'b', 'c');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(who, { maxLength: 30 }),
        fc.infiniteStream(fc.nat()),
        async (places, names, picks) => {
          const { take, running, started, settle } = stage(places);
          const all = names.map(take);
          while (started.length < names.length || running.length > 0) {
            await settle();
            expect(running.length).toBeLessThanOrEqual(places);
            const most = Math.max(1, places - 1);
            for (const name of ['a', 'b', 'c']) {
              expect(running.filter((one) => one.who === name).length).toBeLessThanOrEqual(most);
            }
            const pick = picks.next().value;
            running[pick % running.length]?.end();
          }
          await Promise.all(all);
          expect(started.toSorted()).toEqual(names.toSorted());
        },
      ),
      { seed: 20_261_129 },
    );
  });

  it('are lost by who gives up, and go on with those behind', async () => {
    const semaphore = createSemaphore(3, 3);
    const started: string[] = [];
    const ends: (() => void)[] = [];
    const first = semaphore.take('a', () => new Promise<void>((resolve) => ends.push(resolve)));
    const late = new AbortController();
    const note = (name: string) => async () => void started.push(name);
    const wide = semaphore.take('b', note('wide'), 3, late.signal).catch(String);
    const behind = semaphore.take('c', note('behind'));
    late.abort(new Error('late'));
    expect(await wide).toContain('late');
    await behind;
    ends[0]?.();
    await first;
    expect(started).toEqual(['behind']);
  });

  it('go on after what fails', async () => {
    const { take, running, settle } = stage(1);
    const { take: takeFailing } = {
      take: (who: string) => createSemaphore(1).take(who, () => Promise.reject(new Error('no'))),
    };
    await expect(takeFailing('a')).rejects.toThrow('no');
    const next = take('a');
    await settle();
    running[0]?.end();
    await next;
  });
});

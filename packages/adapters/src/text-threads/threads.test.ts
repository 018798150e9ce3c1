import { UnreadableText } from '@hippocamp/core/ports/language';
import { afterEach, describe, expect, it } from 'vitest';
import { createThreads, type ThreadSettings, type Threads } from './threads.js';

const script = new URL('./testing/script.mjs', import.meta.url);
const open: Threads[] = [];
const threadsWith = (given: Partial<ThreadSettings> = {}): Threads => {
  const threads = createThreads({ script, threads: 2, deadline: 60_000, memory: 64, ...given });
  open.push(threads);
  return threads;
};
afterEach(async () => {
  for (const threads of open.splice(0)) await threads.close();
});

/** Nothing else happens in this process for so many ms. */
const stand = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, milliseconds);

describe('threads for texts', () => {
  it('answer, and pass on what is thrown', async () => {
    const threads = threadsWith();
    expect(await threads.run('a', { what: 'echo', text: 'words' })).toBe('words');
    await expect(threads.run('a', { what: 'fail' })).rejects.toThrow('it failed');
  });

  it('end what does not end, and go on', async () => {
    const threads = threadsWith({ deadline: 1000 });
    const hanging = [1, 2, 3].map(() => threads.run('a', { what: 'hang' }));
    for (const result of await Promise.allSettled(hanging)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { message: 'it takes more than 1 s to read' } });
      expect(result.status === 'rejected' && result.reason).toBeInstanceOf(UnreadableText);
    }
    expect(await threads.run('a', { what: 'echo', text: 'words' })).toBe('words');
  });

  it('count the deadline from when a thread has started', async () => {
    const threads = threadsWith({ deadline: 2000, given: { starting: 2500 } });
    expect(await threads.run('a', { what: 'echo', text: 'words' })).toBe('words');
    await expect(threads.run('a', { what: 'hang' })).rejects.toThrow('it takes more than 2 s to read');
  });

  it('count an answer that came while this process was busy', async () => {
    const threads = threadsWith({ deadline: 2000 });
    const gate = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    await threads.run('a', { what: 'echo', text: 'It has started.' });
    const answer = threads.run('a', { what: 'echo', text: 'words', gate });
    // The thread has the task by then, and answers while nothing else happens here.
    await new Promise((resolve) => setImmediate(resolve));
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
    stand(2500);
    expect(await answer).toBe('words');
  });

  it('answer others while all that one may use hang', async () => {
    const threads = threadsWith();
    const hanging = [1, 2, 3].map(() => threads.run('a', { what: 'hang' }).catch(() => undefined));
    expect(await threads.run('b', { what: 'echo', text: 'words' })).toBe('words');
    await threads.close();
    await Promise.all(hanging);
  });

  it('end what takes all memory', async () => {
    const threads = threadsWith();
    await expect(threads.run('a', { what: 'fill' })).rejects.toThrow('it takes more than 64 MiB to read');
    expect(await threads.run('a', { what: 'echo', text: 'words' })).toBe('words');
  });
});

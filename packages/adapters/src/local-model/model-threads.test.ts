import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createModelThreads, LocalModelUnavailable, type ModelThreads } from './model-threads.js';

const script = new URL('./testing/script.mjs', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'model-threads-'));
const model = join(folder, 'model');
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => writeFileSync(model, 'good'));

const open: ModelThreads[] = [];
const threadsOf = async (threads: number): Promise<ModelThreads> => {
  const made = await createModelThreads({ script, given: { folder: model, finds: true }, threads });
  open.push(made);
  return made;
};
afterEach(async () => {
  for (const threads of open.splice(0)) await threads.close();
});

const asker = (threads: ModelThreads) => {
  const order: string[] = [];
  const ask = async (text: string, role: 'memory' | 'question' = 'memory', lane = 'a') => {
    const vector = await threads.ask({ text, role }, lane);
    order.push(text);
    return vector;
  };
  return { ask, order };
};

describe('threads of the model', () => {
  it('answer questions before memories, and first the lane that was given least', async () => {
    const { ask, order } = asker(await threadsOf(1));
    const memories = ['a1', 'a2', 'a3'].map((text) => ask(text));
    await Promise.all([...memories, ask('b1', 'memory', 'b'), ask('A', 'question'), ask('B', 'question', 'b')]);
    expect(order).toEqual(['a1', 'A', 'B', 'b1', 'a2', 'a3']);
  });

  it.each(['die', 'throw'])('go on where one of them ends over a text (%s)', async (text) => {
    const { ask } = asker(await threadsOf(1));
    expect((await ask('tea'))?.[0]).toBe(1);
    const [dead, next] = await Promise.allSettled([ask(text), ask('tea')]);
    expect(dead).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('died') } });
    expect(String(dead.status === 'rejected' && dead.reason)).not.toContain('what it read');
    expect(next).toMatchObject({ status: 'fulfilled', value: Float32Array.of(1, 3) });
    expect((await ask('tea'))?.[0]).toBe(2);
  });

  it('pass on that the model fails at a text, and go on in the same thread', async () => {
    const { ask } = asker(await threadsOf(1));
    await ask('tea');
    await expect(ask('fail')).rejects.toThrow('the local model failed: RangeError');
    expect((await ask('tea'))?.[0]).toBe(2);
  });

  it('reject what waits where none can be started again, and try with the next text', async () => {
    const { ask } = asker(await threadsOf(1));
    writeFileSync(model, 'gone');
    const [, waited] = await Promise.allSettled([ask('die'), ask('tea')]);
    expect(waited).toMatchObject({ status: 'rejected', reason: expect.any(LocalModelUnavailable) });
    writeFileSync(model, 'good');
    expect((await ask('tea'))?.[0]).toBe(1);
  });

  it('say why they cannot begin', async () => {
    writeFileSync(model, 'gone');
    await expect(threadsOf(2)).rejects.toThrow(new LocalModelUnavailable('no model'));
    writeFileSync(model, 'good');
    const nowhere = {
      script: new URL('./testing/none.mjs', import.meta.url),
      given: { folder, finds: true },
      threads: 1,
    };
    await expect(createModelThreads(nowhere)).rejects.toBeInstanceOf(LocalModelUnavailable);
  });

  it('reject what was asked when they are closed, and after', async () => {
    const threads = await threadsOf(2);
    const { ask } = asker(threads);
    const asked = Array.from({ length: 5 }, () => ask('wait').catch((error: Error) => error.message));
    await threads.close();
    for (const answer of await Promise.all(asked)) expect(answer).toMatch(/closed|died/);
    await expect(ask('tea')).rejects.toThrow('closed');
  });
});

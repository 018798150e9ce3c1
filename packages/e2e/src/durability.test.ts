/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectFound, finishedIngest, listAll, read, total } from './actions.js';
import { type Api, createApi } from './client.js';
import { useOwnServices } from './own-service.js';
import { createRandom } from './random.js';
import { waitUntil } from './wait-until.js';
import { sendWrites, WRITES, type Written } from './write-stream.js';

const SEEDS = [3, 17, 2026];

const { start } = useOwnServices();

const expectAllThere = async (api: Api, { memories, ingests, sent }: Written) => {
  for (const { id, content } of memories) expect((await read(api, id)).content).toBe(content);
  const finished = await Promise.all(ingests.map(({ traceId }) => finishedIngest(api, traceId)));
  for (const { success, status, summary } of finished)
    expect({ success, status, summary }).toEqual({
      success: true,
      status: 'done',
      summary: { candidates: 1, accepted: 1, rejected: 0 },
    });
  const contents = (await listAll(api)).map(({ content }) => content);
  expect(new Set(contents).size).toBe(contents.length);
  for (const { content } of [...memories, ...ingests]) expect(contents).toContain(content);
  for (const content of contents) expect(sent).toContain(content);
};

describe('kill -9', () => {
  it.each(SEEDS)(
    'in the midst of writes loses nothing that was answered, and stores nothing twice (seed %d)',
    async (seed) => {
      const random = createRandom(seed);
      const fatal = random.whole(5, 100);
      let gateway = await start();
      const api = createApi(gateway.url);
      const written = await sendWrites(api, random, (answered) => {
        if (answered === fatal) void gateway.kill('SIGKILL');
      });
      expect(await gateway.exited).toBe('SIGKILL');
      expect(written.answered).toBeGreaterThanOrEqual(fatal);
      expect(written.sent.size).toBeLessThan(WRITES);

      gateway = await start();
      const after = createApi(gateway.url, api.tenant);
      await expectAllThere(after, written);
      await expectFound(
        after,
        [...written.memories, ...written.ingests].map(({ content }) => content),
      );

      await gateway.kill('SIGKILL');
      gateway = await start();
      const again = createApi(gateway.url, api.tenant);
      await expectAllThere(again, written);
      const some = written.memories.slice(0, 3).map(({ content }) => content);
      await expectFound(again, some);
      await waitUntil('no job is left', async () => {
        const answer = await again.get('/readyz');
        return answer.body.checks.outbox.detail.startsWith('0 waiting, 0 dead');
      });
    },
    180_000,
  );

  it('leaves an Idempotency-Key that still replays, or is free', async () => {
    let gateway = await start();
    const api = createApi(gateway.url);
    const keys = Array.from({ length: 60 }, () => randomUUID());
    const post = (to: Api, key: string) =>
      to.post('/memories', { tier: 'episodic', content: `Keyed ${key}.` }, { 'idempotency-key': key });
    let answered = 0;
    const first = await Promise.all(
      keys.map((key) =>
        post(api, key).then(
          (answer) => {
            answered += 1;
            if (answered === 20) void gateway.kill('SIGKILL');
            return answer;
          },
          () => null,
        ),
      ),
    );
    await gateway.exited;
    gateway = await start();
    const after = createApi(gateway.url, api.tenant);
    for (const [index, key] of keys.entries()) {
      const again = await waitUntil(
        'the key is usable',
        async () => {
          const answer = await post(after, key);
          return answer.status !== 409 && answer;
        },
        { deadline: 20_000, every: 200 },
      );
      expect(again.status).toBe(201);
      const before = first[index];
      if (before) expect(again.body.data.id).toBe(before.body.data.id);
    }
    expect(await total(after)).toBe(keys.length);
  });
});

/** @module-tag long */
import { chmod, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { create, createAll, expectFound, find, foundIds, listAll, total } from './actions.js';
import { type Api, createApi } from './client.js';
import { useOwnServices } from './own-service.js';
import { createRandom } from './random.js';
import { sentence } from './sentence.js';
import { type ServiceProcess, startServiceProcess } from './service-process.js';
import { waitUntil } from './wait-until.js';

describe('a data folder that was there', () => {
  const { start, place } = useOwnServices('suite');
  const inFolder = (name: string) => join(String(place().HIPPOCAMP_DATA), name);
  const files = ['', 'format.json', 'database', 'database/base', 'database/PG_VERSION'];
  let gateway: ServiceProcess;
  beforeAll(async () => {
    for (const name of files) await chmod(inFolder(name), 0o755);
    gateway = await start();
  });

  it('is closed to other users by a start, and the log tells it', async () => {
    for (const name of files) expect((await stat(inFolder(name))).mode & 0o077, name).toBe(0);
    expect(gateway.output()).toContain('other users of this machine could read the data folder; now they cannot');
  });

  it('is told as one that takes no writes while its disk is full', async () => {
    const ready = async () => (await createApi(gateway.url).get('/readyz')).body;
    await symlink('/dev/full', inFolder('database/hippocamp.room'));
    const detail = 'takes no writes: its disk is full';
    expect(await ready()).toMatchObject({ status: 'not_ready', checks: { records: { ok: false, detail } } });
    await waitUntil('there is room again', async () => (await ready()).status === 'ready');
  });
});

const { start, place } = useOwnServices();
const folder = () => String(place().HIPPOCAMP_DATA);

describe('a data folder', () => {
  it('is refused to a second process, with one sentence that names it', async () => {
    const gateway = await start();
    const api = createApi(gateway.url);
    await create(api, 'Mine.');
    const failure = await startServiceProcess('gateway', place()).catch((error: unknown) => String(error));
    expect(failure).toMatch(/^Error: ended with [1-9]\d*:\n/);
    const lines = String(failure)
      .split('\n')
      .slice(1)
      .filter((line) => line !== '');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^Hippocamp did not start: [^\n]*\.$/);
    expect(lines[0]).toContain(folder());
    expect(lines[0]).toContain(String(gateway.pid));
    expect(await total(api)).toBe(1);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'is closed cleanly by %s, also in the midst of requests',
    async (signal) => {
      let gateway = await start();
      const api = createApi(gateway.url);
      const { id } = await create(api, 'The kettle is blue.');
      const written: string[] = [];
      const senders = Array.from({ length: 4 }, async (_, sender) => {
        for (let number = 0; number < 200; number += 1) {
          const answer = await api
            .post('/memories', { tier: 'episodic', content: `Sender ${sender} wrote ${number}.` })
            .catch(() => null);
          if (answer?.status !== 201) return;
          written.push(answer.body.data.id);
          if (written.length === 20) void gateway.kill(signal);
        }
      });
      await Promise.all(senders);
      expect(await gateway.exited).toBe(0);
      expect(gateway.output()).toContain('"stopped"');
      gateway = await start();
      const after = createApi(gateway.url, api.tenant);
      const ids = (await listAll(after)).map((memory) => memory.id);
      expect([id, ...written].filter((one) => !ids.includes(one))).toEqual([]);
      expect(foundIds(await find(after, 'kettle', { k: 1, weights: { semantic: 1 } }))).toEqual([id]);
    },
    90_000,
  );

  it('survives two restarts in a row, and says the same each time', async () => {
    let gateway = await start();
    const api = createApi(gateway.url);
    await createAll(
      api,
      Array.from({ length: 40 }, (_, number) => ({
        tier: 'semantic',
        content: sentence(number, createRandom(number)),
      })),
    );
    const steady = async (to: Api) =>
      (await listAll(to)).map(({ recencyScore: _then, embeddingId: _id, ...memory }) => memory);
    const before = await steady(api);
    for (let restart = 0; restart < 2; restart += 1) {
      expect(await gateway.kill('SIGTERM')).toBe(0);
      gateway = await start();
      const after = createApi(gateway.url, api.tenant);
      expect(await steady(after)).toEqual(before);
      await expectFound(
        after,
        before.slice(0, 5).map(({ content }) => content),
      );
    }
  });
});

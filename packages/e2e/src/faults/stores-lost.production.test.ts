/** @module-tag long */
import { beforeAll, describe, expect, it } from 'vitest';
import { createApi } from '../client.js';
import { createRandom } from '../random.js';
import { waitUntil } from '../wait-until.js';
import { expectHealed, expectWhole } from './invariants.js';
import { useRig } from './rig.js';
import { type History, historyOf, startWorkload } from './workload.js';

const rig = useRig('suite');

let url: string;
beforeAll(async () => {
  const [gateway] = await Promise.all([rig().start('gateway'), rig().start('worker'), rig().start('worker')]);
  url = gateway.url;
});

const started = (seed: number) => {
  const histories = Array.from({ length: 3 }, () => historyOf(createApi(url)));
  return { histories, stop: startWorkload(histories, createRandom(seed)) };
};

const acknowledged = (histories: readonly History[]) =>
  histories.reduce((sum, { kept, ingests, deleted }) => sum + kept.size + ingests.size + deleted.size, 0);

const untilMore = (histories: readonly History[], count: number) => {
  const before = acknowledged(histories);
  return waitUntil(`${count} more are acknowledged`, () => acknowledged(histories) >= before + count, {
    deadline: 60_000,
  });
};

const expectAllWell = async (histories: readonly History[]) => {
  await expectHealed(histories, rig());
  for (const history of histories) await expectWhole(history);
};

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

describe('under load', () => {
  it('Redis stopped for 30 s loses nothing and heals by itself (seed 11)', async () => {
    const { histories, stop } = started(11);
    await untilMore(histories, 20);
    await rig().redisServer.stop();
    await pause(30_000);
    await rig().redisServer.start();
    await untilMore(histories, 20);
    await stop();
    await expectAllWell(histories);
  }, 180_000);

  it('Redis killed and emptied loses nothing (seed 12)', async () => {
    const { histories, stop } = started(12);
    await untilMore(histories, 20);
    await rig().redisServer.kill();
    await untilMore(histories, 10);
    await rig().redisServer.start();
    await rig().redisServer.tell(['flushall']);
    await untilMore(histories, 20);
    await rig().redisServer.tell(['flushall']);
    await stop();
    await expectAllWell(histories);
  }, 180_000);

  it('an index that vanishes is made and filled again (seed 13)', async () => {
    const { histories, stop } = started(13);
    await untilMore(histories, 40);
    await rig().loseIndex();
    await untilMore(histories, 20);
    await stop();
    await expectAllWell(histories);
    const [first] = histories;
    const found = await first?.api.get('/admin/consistency');
    expect(found?.body.data.points).toBeGreaterThan(0);
  }, 180_000);

  it('a database that restarts is waited for (seed 14)', async () => {
    const { histories, stop } = started(14);
    await untilMore(histories, 20);
    rig().database.set({ kind: 'down' });
    await pause(3000);
    rig().database.set({ kind: 'clear' });
    await untilMore(histories, 20);
    await stop();
    await expectAllWell(histories);
  }, 180_000);
});

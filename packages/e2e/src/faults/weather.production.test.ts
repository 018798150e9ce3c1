/** @module-tag long */
import { beforeAll, beforeEach, describe, it } from 'vitest';
import { createApi } from '../client.js';
import { createRandom, type Random } from '../random.js';
import { expectHealed, expectWhole } from './invariants.js';
import { type Rig, useRig } from './rig.js';
import { historyOf, startWorkload } from './workload.js';

const rig = useRig('suite');

let url: string;
beforeAll(async () => {
  const [gateway] = await Promise.all([rig().start('gateway'), rig().start('worker'), rig().start('worker')]);
  url = gateway.url;
});
beforeEach(() => rig().calm());

/** ms. */
const STORM = 15_000;

const statuses = [429, 500, 503] as const;

/** Starts a fault and returns its end. */
const faults: readonly ((rig: Rig, random: Random) => () => void)[] = [
  ({ database }) => {
    database.set({ kind: 'down' });
    return () => database.set({ kind: 'clear' });
  },
  ({ database }, random) => {
    database.set({ kind: 'slow', milliseconds: random.whole(5, 60) });
    return () => database.set({ kind: 'clear' });
  },
  ({ database }, random) => {
    database.set({ kind: 'drop answers', left: random.whole(1, 5) });
    return () => database.set({ kind: 'clear' });
  },
  ({ redis }) => {
    redis.set({ kind: 'down' });
    return () => redis.set({ kind: 'clear' });
  },
  ({ redis }) => {
    redis.set({ kind: 'silent' });
    return () => redis.set({ kind: 'clear' });
  },
  ({ redis }, random) => {
    redis.set({ kind: 'drop answers', left: random.whole(1, 5) });
    return () => redis.set({ kind: 'clear' });
  },
  ({ qdrant }, random) => {
    const status = random.pick(statuses);
    qdrant.decide = () => (random.next() < 0.7 ? { kind: 'status', status } : null);
    return () => {
      qdrant.decide = () => null;
    };
  },
  ({ qdrant }, random) => {
    const kinds = [{ kind: 'drop answer' }, { kind: 'change answer', status: 500 }] as const;
    qdrant.decide = (method) => (method !== 'GET' && random.next() < 0.7 ? random.pick(kinds) : null);
    return () => {
      qdrant.decide = () => null;
    };
  },
];

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

const storm = async (random: Random) => {
  for (const end = performance.now() + STORM; performance.now() < end; ) {
    const clear = random.pick(faults)(rig(), random);
    await pause(random.whole(300, 1500));
    clear();
    await pause(random.whole(0, 500));
  }
};

describe('bad weather between the service and its engines', () => {
  it.each([21, 22, 23])(
    'of every kind in turn: nothing is lost, nothing comes twice, all heals by itself (seed %d)',
    async (seed) => {
      const random = createRandom(seed);
      const histories = Array.from({ length: 3 }, () => historyOf(createApi(url)));
      const stop = startWorkload(histories, createRandom(seed));
      await storm(random);
      await stop();
      await expectHealed(histories, rig());
      for (const history of histories) await expectWhole(history);
    },
    180_000,
  );
});

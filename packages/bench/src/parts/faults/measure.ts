import { randomUUID } from 'node:crypto';
import { createRandom } from '@hippocamp/e2e/random';
import { type OwnServers, startOwnServers } from '@hippocamp/runtime/testing/own-servers';
import type { Options } from '../../options.js';
import type { Progress } from '../../report/progress.js';
import { type Balancer, startBalancer } from './balancer.js';
import { type Fault, faults } from './faults.js';
import { type Seen, startLoad, textsOf } from './load.js';
import { openRig } from './rig.js';

export interface FaultResult {
  name: string;
  seconds: number;
  seen: Seen;
  lost: number;
  doubled: number;
  /** s from the end of the fault until the work list is empty and the index agrees with the records; null if never. */
  healed: number | null;
}

const BEFORE = 4_000;
const AFTER = 4_000;
const HEALING = 180_000;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

const isHealed = async (balancer: Balancer) => {
  const ready = await balancer.get('/readyz');
  const { outbox, index, queue } = ready?.body?.checks ?? {};
  if (ready?.status !== 200 || !index?.ok || !queue?.ok || outbox?.detail !== '0 waiting, 0 dead') return false;
  const compared = await balancer.get('/admin/consistency');
  return compared?.status === 200 && compared.body.data.consistent && compared.body.data.pending === 0;
};

const healing = async (balancer: Balancer, since: number): Promise<number | null> => {
  while (performance.now() - since < HEALING) {
    if (await isHealed(balancer)) return (performance.now() - since) / 1000;
    await pause(250);
  }
  return null;
};

const countsOf = async (balancer: Balancer, seen: Seen) => {
  const texts = (await textsOf(balancer)) ?? [];
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return {
    lost: [...seen.kept.keys()].filter((text) => !times.has(text)).length,
    doubled: [...times.values()].filter((count) => count > 1).length,
  };
};

async function measureFault(servers: OwnServers, fault: Fault, seed: number): Promise<FaultResult> {
  const rig = await openRig(servers);
  const balancer = startBalancer(rig.gateways, `faults-${randomUUID()}`);
  try {
    const load = startLoad(balancer, createRandom(seed));
    await pause(BEFORE);
    await fault.begin(rig);
    await pause(fault.seconds * 1000);
    await fault.end(rig);
    const ended = performance.now();
    await pause(AFTER);
    await load.stop();
    const healed = await healing(balancer, ended);
    return {
      name: fault.name,
      seconds: fault.seconds,
      seen: load.seen,
      healed,
      ...(await countsOf(balancer, load.seen)),
    };
  } finally {
    await balancer.stop();
    await rig.close();
  }
}

/** Each fault has a service of its own, and the same load. */
export async function measureFaults(
  { only }: Options,
  progress: Progress,
  onResult: (result: FaultResult) => Promise<void>,
): Promise<void> {
  const chosen = faults.filter(({ name }) => only === undefined || name.includes(only));
  progress.say(`faults: ${chosen.length}`);
  // biome-ignore lint/style/noProcessEnv: a Qdrant that is given has no other way in
  const servers = await startOwnServers(process.env.QDRANT_URL);
  try {
    for (const [place, fault] of chosen.entries()) {
      progress.say(`  ${fault.name}`);
      await onResult(await measureFault(servers, fault, place + 1));
    }
  } finally {
    await servers.stop();
  }
}

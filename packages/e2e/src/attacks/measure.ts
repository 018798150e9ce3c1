import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createApi } from '../client.js';
import type { Attack, Step } from './attack.js';
import { type Ending, fire } from './fire.js';
import { type Longest, startWatch } from './watch.js';

/** ms beyond the control. */
const LIVEZ_BOUND = 50;
const MEMORY_BOUND = 250;
/** A busy machine fails once; a real attack fails again. */
const TRIES = 3;
/** ms that are watched after the last answer, since work may go on behind it. */
const AFTER = 100;
const LEAST_CONTROL = 150;
/** ms; a faster answer does not count as slow, whatever the ratio. */
const LEAST_P95 = 20;
const MOST_CONTROL = 2_000;

export interface Measurement {
  names: string[];
  endings: Ending[];
  milliseconds: number;
  attacked: Longest;
  /** The same for a quiet time of about the same length. */
  idle: Longest;
  /** Per request, summed over the processes: ms of CPU, and KiB of memory at the peak beyond the start. */
  cost: { cpu: number; memory: number };
  /** The most memory of the processes, as a multiple of what they have at rest before the first attack. */
  grown: number;
}

export const beyond = ({ attacked, idle }: Measurement) => {
  const control = Math.max(attacked.control, idle.control);
  return {
    livez: attacked.livez - Math.max(control, idle.livez),
    memory: attacked.memory - Math.max(control, idle.memory),
  };
};

export const stalls = (measurement: Measurement): boolean => {
  const { livez, memory } = beyond(measurement);
  return livez > LIVEZ_BOUND || memory > MEMORY_BOUND;
};

/** Ratio of another tenant's 95th percentile under attack to that in quiet; the idle server's time counts as quiet. */
export const slowdown = ({ attacked, idle }: Measurement): { memory: number; ingest: number } => {
  const { control } = attacked.p95;
  const of = (now: number, quiet: number) => now / Math.max(quiet, control, LEAST_P95);
  return {
    memory: of(attacked.p95.memory, idle.p95.memory),
    ingest: of(attacked.p95.ingest ?? 0, idle.p95.ingest ?? 0),
  };
};

/** ms of CPU since the start of the processes, and KiB of memory that they hold together. */
async function usageOf(pids: readonly number[]): Promise<{ cpu: number; memory: number }> {
  const sum = { cpu: 0, memory: 0 };
  for (const pid of pids) {
    const [stat, status] = await Promise.all(
      ['stat', 'status'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
    );
    // User and system time are fields 12 and 13 after the name, which may hold spaces; the unit is 10 ms.
    const [user, system] =
      stat
        ?.slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13) ?? [];
    sum.cpu += (Number(user) + Number(system)) * 10;
    sum.memory += Number(/^VmRSS:\s+(\d+) kB$/m.exec(status ?? '')?.[1]);
  }
  return sum;
}

/** KiB of memory of a process: what is its own, and what it holds of files, which others may hold too. */
export interface Rest {
  own: number;
  files: number;
}

async function restOf(pid: number): Promise<Rest> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const own = Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]);
  const files = Number(/^RssFile:\s+(\d+) kB$/m.exec(status)?.[1]);
  return { own, files };
}

export interface RangeOptions {
  pids?: readonly number[];
  /** Whether another tenant ingests a sentence again and again. */
  ingests?: boolean;
  leastControl?: number;
  /** When true, it is measured again, since the machine may have been busy. */
  fails?: (measurement: Measurement) => boolean;
}

export interface Range {
  /** Measures attacks one after the other in one period, up to three times where they fail; returns the best. */
  measure(attacks: readonly Attack[]): Promise<Measurement>;
  /** The memory of each process after a quiet time. */
  rest(): Promise<Rest[]>;
  close(): void;
}

export async function openRange(
  url: string,
  deadline: number,
  { pids = [], ingests = false, leastControl = LEAST_CONTROL, fails = stalls }: RangeOptions = {},
): Promise<Range> {
  const bystander = createApi(url);
  const created = await bystander.post('/memories', { tier: 'semantic', content: 'Ann keeps bees.' });
  const watched = { url, tenant: bystander.tenant, path: `/memories/${created.body.data.id}`, ingests };
  const watch = await startWatch(watched);
  const agent = new Agent({ keepAlive: true, timeout: 3_000 });
  const filled = new Map<string, Promise<ReturnType<typeof createApi>>>();
  const shared: Parameters<Attack['prepare']>[0]['shared'] = (name, fill) => {
    const known = filled.get(name);
    if (known !== undefined) return known;
    const api = createApi(url);
    const filling = fill(api).then(() => api);
    filled.set(name, filling);
    return filling;
  };

  const attackWith = async (steps: readonly Step[]): Promise<Ending[]> => {
    const endings: Ending[] = [];
    for (const step of steps)
      endings.push(...(await Promise.all(step.map((shot) => fire(shot, { url, agent, deadline })))));
    return endings;
  };

  let last = 0;
  let rest = 0;
  const once = async (attacks: readonly Attack[]): Promise<Measurement> => {
    const steps: Step[] = [];
    for (const attack of attacks) steps.push(...(await attack.prepare({ api: createApi(url), shared })));
    await pause(AFTER);
    const idle = await watch.during(() => pause(Math.max(leastControl, Math.min(MOST_CONTROL, last))));
    const endings: Ending[] = [];
    const before = await usageOf(pids);
    rest ||= before.memory;
    let most = before.memory;
    const look = setInterval(async () => {
      // A process that has gone holds nothing; the watch reports it.
      const { memory } = await usageOf(pids).catch(() => ({ memory: 0 }));
      most = Math.max(most, memory);
    }, 50);
    const start = performance.now();
    const attacking = watch.during(async () => {
      endings.push(...(await attackWith(steps)));
      await pause(AFTER);
    });
    const attacked = await attacking.finally(() => clearInterval(look));
    last = performance.now() - start - AFTER;
    const { cpu } = await usageOf(pids);
    const cost = { cpu: (cpu - before.cpu) / endings.length, memory: (most - before.memory) / endings.length };
    return {
      names: attacks.map(({ name }) => name),
      endings,
      milliseconds: last,
      attacked,
      idle,
      cost,
      grown: most / rest,
    };
  };

  return {
    async measure(attacks) {
      let best = await once(attacks);
      for (let tried = 1; tried < TRIES && fails(best); tried += 1) {
        const again = await once(attacks);
        if (beyond(again).livez < beyond(best).livez || !fails(again)) best = again;
      }
      return best;
    },
    async rest() {
      await watch.during(() => pause(leastControl));
      return Promise.all(pids.map(restOf));
    },
    close() {
      watch.close();
      agent.destroy();
    },
  };
}

import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createApi } from '../client.js';
import type { Attack, Step } from './attack.js';
import { type Ending, fire } from './fire.js';
import { type Longest, startWatch } from './watch.js';

/** ms beyond the control. */
const LIVEZ_BOUND = 50;
const MEMORY_BOUND = 250;
/** A machine has its own moments: what is an attack's doing comes again. */
const TRIES = 3;
/** ms that are watched after the last answer: work may go on behind it. */
const AFTER = 100;
const LEAST_CONTROL = 150;
const MOST_CONTROL = 2_000;

export interface Measurement {
  names: string[];
  endings: Ending[];
  milliseconds: number;
  attacked: Longest;
  /** As long, with nothing going on. */
  idle: Longest;
}

/** ms beyond the controls: the quiet time before, and the server that does nothing beside. */
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

export interface Range {
  /** Measures attacks one after the other in one period. Where they stall, again, up to three times: answers the best one. */
  measure(attacks: readonly Attack[]): Promise<Measurement>;
  close(): void;
}

/** A service to attack; `deadline`: ms after which an attack is given up. */
export async function openRange(url: string, deadline: number): Promise<Range> {
  const bystander = createApi(url);
  const created = await bystander.post('/memories', { tier: 'semantic', content: 'Ann keeps bees.' });
  const watched = { url, tenant: bystander.tenant, path: `/memories/${created.body.data.id}` };
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
  const once = async (attacks: readonly Attack[]): Promise<Measurement> => {
    const steps: Step[] = [];
    for (const attack of attacks) steps.push(...(await attack.prepare({ api: createApi(url), shared })));
    await pause(AFTER);
    const idle = await watch.during(() => pause(Math.min(MOST_CONTROL, Math.max(LEAST_CONTROL, last))));
    const endings: Ending[] = [];
    const start = performance.now();
    const attacked = await watch.during(async () => {
      endings.push(...(await attackWith(steps)));
      await pause(AFTER);
    });
    last = performance.now() - start - AFTER;
    return { names: attacks.map(({ name }) => name), endings, milliseconds: last, attacked, idle };
  };

  return {
    async measure(attacks) {
      let best = await once(attacks);
      for (let tried = 1; tried < TRIES && stalls(best); tried += 1) {
        const again = await once(attacks);
        if (beyond(again).livez < beyond(best).livez || !stalls(again)) best = again;
      }
      return best;
    },
    close() {
      watch.close();
      agent.destroy();
    },
  };
}

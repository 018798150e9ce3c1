import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { attacks } from './attacks/attacks.js';
import { floods } from './attacks/floods.js';
import {
  beyond,
  type Measurement,
  openRange,
  type Range,
  type RangeOptions,
  slowdown,
  stalls,
} from './attacks/measure.js';
import { freshPlace, type Place } from './places.js';
import { type ServiceProcess, startServiceProcess } from './service-process.js';

/** ms; an attack that takes longer goes on behind the next one. */
const DEADLINE = 15_000;
/** As a multiple of the memory at rest. */
const MOST_GROWN = 1.5;
/** Attacks of one period share its controls, which saves time. */
const TOGETHER = 8;

const short = attacks.filter(({ long }) => !long);
const volleys = Array.from({ length: Math.ceil(short.length / TOGETHER) }, (_, index) =>
  short.slice(index * TOGETHER, (index + 1) * TOGETHER),
).map((volley) => [volley.map(({ name }) => name).join('; '), volley] as const);

function useRange(settings: Record<string, string>, deadline: number, options: RangeOptions): () => Range {
  let place: Place;
  let range: Range;
  const processes: ServiceProcess[] = [];

  beforeAll(async () => {
    place = await freshPlace();
    const programs = inject('stores').mode === 'embedded' ? (['gateway'] as const) : (['gateway', 'worker'] as const);
    for (const program of programs) {
      const own = { ...place.settings, CHECK_ANSWERS: 'false', MALLOC_ARENA_MAX: '2', ...settings };
      processes.push(await startServiceProcess(program, own, undefined, []));
    }
    range = await openRange(processes[0]?.url ?? '', deadline, { ...options, pids: processes.map(({ pid }) => pid) });
  });

  afterAll(async () => {
    range?.close();
    await Promise.all(processes.map((process) => process.kill('SIGKILL')));
    await place?.remove();
  });
  return () => range;
}

describe('nothing that one caller sends keeps others waiting', () => {
  const range = useRange({}, DEADLINE, {});

  it.each(volleys)('%s', async (_names, volley) => {
    const measurement = await range().measure(volley);
    expect(stalls(measurement), JSON.stringify({ ...measurement, beyond: beyond(measurement) })).toBe(false);
  });
});

// A service for each: memory that a process has once had stays with it in part, and would add up.
describe.each(floods)('while one tenant floods a service that reads with the models that ship: $name', (flood) => {
  const isSlow = (measurement: Measurement) => Object.values(slowdown(measurement)).some((times) => times > 3);
  const options = { ingests: true, leastControl: 5_000, fails: isSlow };
  const range = useRange({ READER: 'model', EMBEDDER: 'local' }, 4 * DEADLINE, options);

  it('another waits three times as long at most', async () => {
    const measurement = await range().measure([flood]);
    const { idle, attacked, cost, grown } = measurement;
    expect.soft(isSlow(measurement), JSON.stringify(measurement)).toBe(false);
    expect.soft(grown, 'memory, of that at rest').toBeLessThan(MOST_GROWN);
    const both = (which: 'memory' | 'ingest' | 'control') =>
      `${which} ${Math.round(idle.p95[which] ?? 0)} → ${Math.round(attacked.p95[which] ?? 0)} ms`;
    const waits = (['memory', 'ingest', 'control'] as const).map(both).join(', ');
    const costs = `${Math.round(cost.cpu)} ms of CPU a request, ${Math.round(cost.memory)} KiB a connection, ${grown.toFixed(2)} × the memory at rest`;
    process.stdout.write(`${inject('stores').mode}, ${flood.name}: p95 quiet → attacked: ${waits}; ${costs}\n`);
  });
});

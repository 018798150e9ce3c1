import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { asStarted } from './as-started.js';
import { attacks } from './attacks/attacks.js';
import { floods } from './attacks/floods.js';
import {
  beyond,
  type Measurement,
  openRange,
  type Range,
  type RangeOptions,
  type Rest,
  slowdown,
  stalls,
} from './attacks/measure.js';
import { createMemoryGroup, type MemoryGroup } from './memory-group.js';
import { freshPlace } from './places.js';
import { type ServiceProcess, startServiceProcess } from './service-process.js';

/** ms; an attack that takes longer goes on behind the next one. */
const DEADLINE = 15_000;
/** As a multiple of the memory at rest. */
const MOST_GROWN = 1.5;

/**
 * KiB that a process may have in its group: what is its own may grow, and what it holds of files may stay. A group pays for those pages of
 * files that it is the first to read, which may be none.
 */
const limitOf = ({ own, files }: Rest): number => MOST_GROWN * own + files;

/** Attacks of one period share its controls, which saves time. */
const TOGETHER = 8;

const short = attacks.filter(({ long }) => !long);
const volleys = Array.from({ length: Math.ceil(short.length / TOGETHER) }, (_, index) =>
  short.slice(index * TOGETHER, (index + 1) * TOGETHER),
).map((volley) => [volley.map(({ name }) => name).join('; '), volley] as const);

interface Target {
  range: Range;
  /** One for each process that has a limit; none where the machine has no such groups. */
  groups: readonly MemoryGroup[];
  close(): Promise<void>;
}

/** `limits`: KiB of memory that each process may have, in their order; none are limited without. */
async function startTarget(
  settings: Record<string, string>,
  deadline: number,
  options: RangeOptions,
  limits: readonly number[] = [],
): Promise<Target> {
  const place = await freshPlace();
  const programs = inject('stores').mode === 'embedded' ? (['gateway'] as const) : (['gateway', 'worker'] as const);
  const processes: ServiceProcess[] = [];
  const groups: MemoryGroup[] = [];
  let range: Range | undefined;
  const close = async () => {
    range?.close();
    await Promise.all(processes.map((process) => process.kill('SIGKILL')));
    for (const group of groups) await group.remove();
    await place.remove();
  };
  try {
    for (const [at, program] of programs.entries()) {
      const limit = limits[at];
      const group = limit === undefined ? null : await createMemoryGroup(1024 * limit);
      if (group !== null) groups.push(group);
      const own = { ...place.settings, ...asStarted, CHECK_ANSWERS: 'false', ...settings };
      processes.push(await startServiceProcess(program, own, { arguments: [], group: group?.path }));
    }
    const pids = processes.map(({ pid }) => pid);
    range = await openRange(processes[0]?.url ?? '', deadline, { ...options, pids });
    return { range, groups, close };
  } catch (error) {
    // Why it did not start tells more than what then does not close.
    await close().catch(() => undefined);
    throw error;
  }
}

describe('nothing that one caller sends keeps others waiting', () => {
  let target: Target;
  beforeAll(async () => {
    target = await startTarget({}, DEADLINE, {});
  });
  // None where it did not start.
  afterAll(() => target?.close());

  it.each(volleys)('%s', async (_names, volley) => {
    const measurement = await target.range.measure(volley);
    expect(stalls(measurement), JSON.stringify({ ...measurement, beyond: beyond(measurement) })).toBe(false);
  });
});

describe('while one tenant floods a service that reads with the models that ship', () => {
  const shipped = { READER: 'model', EMBEDDER: 'local' };
  const isSlow = (measurement: Measurement) => Object.values(slowdown(measurement)).some((times) => times > 3);
  const options = { ingests: true, leastControl: 5_000, fails: isSlow };
  let rest: readonly Rest[] = [];
  beforeAll(async () => {
    const target = await startTarget(shipped, DEADLINE, options);
    rest = await target.range.rest().finally(target.close);
  });

  // A service for each: memory that a process has once had stays with it in part, and would add up.
  it.each(floods)('another waits three times as long at most: $name', async (flood) => {
    const limits = rest.map(limitOf);
    const { range, groups, close } = await startTarget(shipped, 4 * DEADLINE, options, limits);
    onTestFinished(close);
    const measurement = await range.measure([flood]).catch(async (error: unknown) => {
      const killed = await Promise.all(groups.map((group) => group.killed()));
      throw killed.includes(true) ? new Error('killed within 1.5 times the memory at rest', { cause: error }) : error;
    });
    const { idle, attacked, cost, grown } = measurement;
    expect.soft(isSlow(measurement), JSON.stringify(measurement)).toBe(false);
    if (groups.length === 0) expect.soft(grown, 'memory, of that at rest').toBeLessThan(MOST_GROWN);
    const both = (which: 'memory' | 'ingest' | 'control') =>
      `${which} ${Math.round(idle.p95[which] ?? 0)} → ${Math.round(attacked.p95[which] ?? 0)} ms`;
    const waits = (['memory', 'ingest', 'control'] as const).map(both).join(', ');
    const costs = `${Math.round(cost.cpu)} ms of CPU a request, ${Math.round(cost.memory)} KiB a connection, ${grown.toFixed(2)} × the memory at rest`;
    const allowed = `${limits.map((limit) => Math.round(limit / 1024)).join(' and ')} MiB at most${groups.length === 0 ? ' were not set' : ''}`;
    process.stdout.write(
      `${inject('stores').mode}, ${flood.name}: p95 quiet → attacked: ${waits}; ${costs}; ${allowed}\n`,
    );
  });
});

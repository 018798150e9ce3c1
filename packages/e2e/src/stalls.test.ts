import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { attacks } from './attacks/attacks.js';
import { beyond, openRange, type Range, stalls } from './attacks/measure.js';
import { freshPlace, type Place } from './places.js';
import { type ServiceProcess, startServiceProcess } from './service-process.js';

/** ms; what takes longer goes on behind the next one. */
const DEADLINE = 15_000;
/** So many are measured in one period: the time goes into attacks, and not into controls. */
const TOGETHER = 8;

const short = attacks.filter(({ long }) => !long);
const volleys = Array.from({ length: Math.ceil(short.length / TOGETHER) }, (_, index) =>
  short.slice(index * TOGETHER, (index + 1) * TOGETHER),
).map((volley) => [volley.map(({ name }) => name).join('; '), volley] as const);

describe('nothing that one caller sends keeps others waiting', () => {
  let place: Place;
  let range: Range;
  const processes: ServiceProcess[] = [];

  beforeAll(async () => {
    place = await freshPlace();
    const programs = inject('stores').mode === 'embedded' ? (['gateway'] as const) : (['gateway', 'worker'] as const);
    for (const program of programs) {
      processes.push(await startServiceProcess(program, { ...place.settings, CHECK_ANSWERS: 'false' }));
    }
    range = await openRange(processes[0]?.url ?? '', DEADLINE);
  });

  afterAll(async () => {
    range?.close();
    await Promise.all(processes.map((process) => process.kill('SIGKILL')));
    await place?.remove();
  });

  it.each(volleys)('%s', async (_names, volley) => {
    const measurement = await range.measure(volley);
    expect(stalls(measurement), JSON.stringify({ ...measurement, beyond: beyond(measurement) })).toBe(false);
  });
});

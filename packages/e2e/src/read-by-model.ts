import { afterAll, beforeAll, inject } from 'vitest';
import { freshPlace, type Place } from './places.js';
import { type ServiceProcess, startServiceProcess } from './service-process.js';

/** A service of the file's own that reads with the models that ship, as it does by default: what compares and judges claims. */
export function useModelReader(): () => string {
  let place: Place;
  let processes: ServiceProcess[] = [];
  beforeAll(async () => {
    place = await freshPlace();
    const settings = { ...place.settings, READER: 'model' };
    const programs = inject('stores').mode === 'production' ? (['gateway', 'worker'] as const) : (['gateway'] as const);
    processes = await Promise.all(programs.map((program) => startServiceProcess(program, settings)));
  }, 120_000);
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.kill('SIGTERM')));
    await place.remove();
  });
  return () => processes[0]?.url ?? '';
}

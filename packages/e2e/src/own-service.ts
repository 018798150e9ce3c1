import { afterEach, beforeEach, inject } from 'vitest';
import { freshPlace, type Place } from './places.js';
import { type Program, type ServiceProcess, startServiceProcess } from './service-process.js';

export interface OwnServices {
  /** What tells a process of the place of the test under way. */
  place(): Record<string, string>;
  /** Starts a gateway on it, and in production mode a worker where none runs; all end with the test, however that ends. */
  start(settings?: Record<string, string>): Promise<ServiceProcess>;
  /** Starts one process alone. */
  startAlone(program: Program, settings?: Record<string, string>): Promise<ServiceProcess>;
}

/** Gives each test of a suite a place and processes of its own. */
export function useOwnServices(): OwnServices {
  let place: Place | undefined;
  let processes: { program: Program; process: ServiceProcess }[] = [];
  const settingsOf = () => {
    if (!place) throw new Error('only within a test');
    return place.settings;
  };
  beforeEach(async () => {
    place = await freshPlace();
  });
  afterEach(async () => {
    await Promise.all(processes.map(({ process }) => process.kill('SIGKILL')));
    processes = [];
    await place?.remove();
  });
  const startAlone: OwnServices['startAlone'] = async (program, settings = {}) => {
    const process = await startServiceProcess(program, { ...settingsOf(), ...settings });
    processes.push({ program, process });
    return process;
  };
  const hasWorker = () => processes.some(({ program, process }) => program === 'worker' && process.isRunning());
  return {
    place: settingsOf,
    startAlone,
    async start(settings = {}) {
      const withWorker = inject('stores').mode === 'production' && !hasWorker();
      const worker = withWorker ? startAlone('worker', settings) : undefined;
      const [gateway] = await Promise.all([startAlone('gateway', settings), worker]);
      return gateway;
    },
  };
}

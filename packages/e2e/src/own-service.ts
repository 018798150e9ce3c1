import { beforeAll, inject } from 'vitest';
import { patient } from './patience.js';
import { around, freshPlace, type Place, type Span } from './places.js';
import { type Program, type ServiceProcess, startServiceProcess } from './service-process.js';

export interface OwnServices {
  /** Settings that lead a process to the test's place. */
  place(): Record<string, string>;
  /** Starts a gateway, and in production mode a worker where none runs; all end with the test. */
  start(settings?: Record<string, string>): Promise<ServiceProcess>;
  startAlone(program: Program, settings?: Record<string, string>): Promise<ServiceProcess>;
}

export function useOwnServices(span: Span = 'test'): OwnServices {
  let place: Place | undefined;
  let processes: { program: Program; process: ServiceProcess }[] = [];
  const settingsOf = () => {
    if (!place) throw new Error('only within a test');
    return place.settings;
  };
  const begin = async () => {
    place = await freshPlace();
  };
  const end = async () => {
    await Promise.all(processes.map(({ process }) => process.kill('SIGKILL')));
    processes = [];
    await place?.remove();
  };
  around(span, begin, end);
  const startAlone: OwnServices['startAlone'] = async (program, settings = {}) => {
    const process = await startServiceProcess(program, { ...settingsOf(), ...patient(settings) });
    processes.push({ program, process });
    return process;
  };
  const hasWorker = () => processes.some(({ program, process }) => program === 'worker' && process.isRunning());
  return {
    place: settingsOf,
    startAlone,
    async start(settings = {}) {
      const withWorker = inject('stores').mode === 'production' && !hasWorker();
      const gateway = startAlone('gateway', settings);
      const worker = withWorker ? startAlone('worker', settings) : undefined;
      // Where one fails, the other is to be known before the place is removed.
      await Promise.allSettled([gateway, worker]);
      const started = await gateway;
      await worker;
      return started;
    },
  };
}

export function useServiceOf(settings: Record<string, string>): () => string {
  const { start } = useOwnServices('suite');
  let url = '';
  beforeAll(async () => {
    url = (await start(settings)).url;
  });
  return () => url;
}

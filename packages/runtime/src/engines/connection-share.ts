import { createSemaphore, type Semaphore } from '@hippocamp/core/modules/waiting';
import { RecordsUnavailable } from '@hippocamp/core/ports/records';

/** The share of a process's connections that one tenant's calls may hold, so that others find one free. */
const SHARE = 0.75;
/** ms that a call waits for its turn, as long as for a connection. */
const PATIENCE = 5_000;

const allInUse = () =>
  new RecordsUnavailable(undefined, {
    detail: 'All connections to the database that one tenant may hold are in use. Try again in a moment.',
  });

export interface ConnectionShare {
  take: Semaphore['take'];
  /** Calls that wait for a turn of their tenant. */
  waiting(): number;
}

/** Bounds the share of each tenant. Without it, a tenant's calls that wait for one row would hold all connections. */
export function shareConnections(poolSize: number, patience = PATIENCE): ConnectionShare {
  const semaphore = createSemaphore(Number.POSITIVE_INFINITY, Math.max(1, Math.floor(SHARE * poolSize)));
  let waiting = 0;
  return {
    waiting: () => waiting,
    take: <Result>(who: string, work: () => Promise<Result>, needs?: number) =>
      new Promise<Result>((resolve, reject) => {
        let isLate = false;
        waiting += 1;
        const timer = setTimeout(() => {
          isLate = true;
          waiting -= 1;
          reject(allInUse());
        }, patience);
        const begin = async () => {
          if (isLate) return;
          clearTimeout(timer);
          waiting -= 1;
          resolve(await work());
        };
        semaphore.take(who, begin, needs).catch(reject);
      }),
  };
}

import { createSemaphore, type Semaphore } from '@hippocamp/core/modules/waiting';
import { RecordsUnavailable } from '@hippocamp/core/ports/records';

/** Of the connections of a process, held by one tenant's calls. Others then find one free. */
const SHARE = 0.75;
/** ms that a call waits for its turn, as long as for a connection. */
const PATIENCE = 5_000;

const allInUse = () =>
  new RecordsUnavailable(undefined, {
    detail: 'All connections to the database are in use. Try again in a moment.',
  });

/** Turns of each tenant. Without them, a tenant's calls that wait for one row would hold all connections. */
export function shareConnections(poolSize: number, patience = PATIENCE): Semaphore {
  const turns = createSemaphore(Number.POSITIVE_INFINITY, Math.ceil(SHARE * poolSize));
  return {
    take: <Result>(who: string, work: () => Promise<Result>, needs?: number) =>
      new Promise<Result>((resolve, reject) => {
        let isLate = false;
        const timer = setTimeout(() => {
          isLate = true;
          reject(allInUse());
        }, patience);
        const begin = async () => {
          clearTimeout(timer);
          if (!isLate) resolve(await work());
        };
        turns.take(who, begin, needs).catch(reject);
      }),
  };
}

import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { createSemaphore, settlesWithin } from '../waiting.js';

/** Rows of each list from which on a ranking takes seconds of a core and tens of megabytes. */
const DEEP = 5_000;
/** Rankings of one process that go so deep at once, and those of one tenant. */
const [PLACES, OF_TENANT] = [8, 3];
/** ms that a ranking waits for its place. One request may wait for several, and its client for a minute. */
const PATIENCE = 15_000;

const refused = () =>
  new Problem('overloaded', 'Too many questions look through very many memories at once.', { retryAfter: 5 });

/** Await before so many rows of each list are read. Rejects when no place became free for long. */
export type BeforeReading = (rows: number) => Promise<void>;

/** Deep rankings outlast their turn, so without places for them those of a tenant would pile up. Others wait for none. */
export function createDeepRankings(patience = PATIENCE) {
  const places = createSemaphore(PLACES, OF_TENANT);
  return async <Result>(tenant: TenantId, rank: (beforeReading: BeforeReading) => Promise<Result>): Promise<Result> => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const enter = () =>
      new Promise<void>((resolve) => {
        void places.take(tenant, () => {
          resolve();
          return ended;
        });
      });
    let entered: Promise<void> | undefined;
    const beforeReading: BeforeReading = async (rows) => {
      if (rows < DEEP) return;
      entered ??= enter();
      if (!(await settlesWithin(entered, patience))) throw refused();
    };
    // One that was refused gives its place back as soon as it gets it.
    return rank(beforeReading).finally(end);
  };
}

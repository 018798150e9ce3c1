import { hostname } from 'node:os';
import type { LeaseDependencies } from '@hippocamp/core/modules/with-lease';
import type { Ids } from '@hippocamp/core/ports/ids';
import type { Records } from '@hippocamp/core/ports/records';
import { systemClock as clock } from './clock-and-ids.js';

/** The lease dependencies of this process, with a name for people. `lease` in ms. */
export const leaseOfProcess = (records: Pick<Records, 'locks'>, ids: Ids, lease: number): LeaseDependencies => ({
  locks: records.locks,
  clock,
  token: ids.next(),
  holder: `${hostname()}, process ${process.pid}`,
  lease,
});

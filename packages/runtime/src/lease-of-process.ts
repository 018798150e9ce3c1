import { hostname } from 'node:os';
import type { LeaseDependencies } from '@hippocamp/core/modules/with-lease';
import type { Ids } from '@hippocamp/core/ports/ids';
import type { Records } from '@hippocamp/core/ports/records';
import { systemClock as clock } from './clock-and-ids.js';

/** `lease` is in ms. */
export const leaseOfProcess = (records: Pick<Records, 'locks'>, ids: Ids, lease: number): LeaseDependencies => ({
  locks: records.locks,
  clock,
  token: ids.next(),
  holder: `${hostname()}, process ${process.pid}`,
  lease,
});

import { hostname } from 'node:os';
import type { ExclusiveDependencies } from '@hippocamp/core/modules/exclusively';
import type { Ids } from '@hippocamp/core/ports/ids';
import type { Records } from '@hippocamp/core/ports/records';
import { systemClock as clock } from './clock-and-ids.js';

/** Of this process, as people and other processes know it. `lease` in ms. */
export const holding = (records: Pick<Records, 'holds'>, ids: Ids, lease: number): ExclusiveDependencies => ({
  holds: records.holds,
  clock,
  token: ids.next(),
  holder: `${hostname()}, process ${process.pid}`,
  lease,
});

import type { Clock } from '@hippocamp/core/ports/clock';
import type { Ids } from '@hippocamp/core/ports/ids';
import { v7 } from 'uuid';

export const systemClock: Clock = { now: () => new Date() };

/** UUIDs of version 7 (RFC 9562), in order also within a millisecond of one process. */
export const createIds = (): Ids => ({ next: () => v7() });

import type { Attack } from './attack.js';
import { doors } from './doors.js';
import { largeWork } from './large-work.js';
import { readingAttacks } from './reading.js';
import { smallRequests } from './small-requests.js';

/** The first context comes first, since only the first one after a start reads tables from the disk. */
export const attacks: readonly Attack[] = [...largeWork, ...smallRequests, ...doors, ...readingAttacks];

import type { Attack } from './attack.js';
import { doors } from './doors.js';
import { largeWork } from './large-work.js';
import { readingAttacks } from './reading.js';
import { smallRequests } from './small-requests.js';

/** Everything that is tried against a service, by name. The first context comes first: it is one only once. */
export const attacks: readonly Attack[] = [...largeWork, ...smallRequests, ...doors, ...readingAttacks];

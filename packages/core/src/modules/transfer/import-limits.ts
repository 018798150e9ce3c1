import type { ImportAnswer } from '@hippocamp/shared/schemas/transfer';
import type { Clock } from '../../ports/clock.js';
import type { Policies } from '../policies.js';

/** Why lines are no longer taken. */
export interface Reason {
  code: string;
  message: string;
}

/** Begins to count; to be asked after each line whether the import ends there, and why. */
export function importLimits({ importTime, importBadLines }: Policies, clock: Clock) {
  const end = clock.now().getTime() + importTime;
  return ({ problemsTotal }: ImportAnswer): Reason | null => {
    if (problemsTotal > importBadLines) {
      return { code: 'too_many_bad_lines', message: `more than ${importBadLines} lines were bad` };
    }
    if (clock.now().getTime() <= end) return null;
    return { code: 'took_too_long', message: `one request takes lines for ${importTime / 1000} s` };
  };
}

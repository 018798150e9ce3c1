import type { Once } from '@hippocamp/core/modules/idempotency/run-once';

/** The header that tells a repeat from the first answer. */
export const replayed = ({ replayed: again }: Once<unknown>): Record<string, string> =>
  again ? { 'idempotency-replayed': 'true' } : {};

import type { MemoryFilterInput } from '@hippocamp/shared/schemas/memories';
import type { MemoryFilter } from '../../ports/records.js';
import type { Policies } from '../policies.js';

const date = (value: string | undefined) => (value === undefined ? undefined : new Date(value));

/** The exact filter of what was asked for. */
export const toFilter = ({ createdAfter, createdBefore, ...rest }: MemoryFilterInput): MemoryFilter => ({
  ...rest,
  createdAfter: date(createdAfter),
  createdBefore: date(createdBefore),
});

/** The same for search: short_term memories that only wait for their removal are left out. */
export const toSearchFilter = (
  { asOf, ...input }: MemoryFilterInput & { asOf?: string | undefined },
  now: Date,
  { shortTermExpiry, promoteAccessCount }: Pick<Policies, 'shortTermExpiry' | 'promoteAccessCount'>,
): MemoryFilter => ({
  ...toFilter(input),
  asOf: date(asOf),
  expiredShortTerm: { createdUntil: new Date(now.getTime() - shortTermExpiry), accessBelow: promoteAccessCount },
});

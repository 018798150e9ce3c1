import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Records } from '../../ports/records.js';
import type { Facts } from './facts.js';
import { nameKey, selfKey } from './memory-keys.js';

/** Names by which the first person of an owner is known, in lower case. */
export type OwnNames = ReadonlySet<string>;

/** The name that the first person of an owner has given itself; with several of them nobody knows who "I" is. */
export async function ownNames(
  tenant: TenantId,
  ownerEntityId: string | null,
  { records, facts }: { records: Records; facts: Pick<Facts, 'ofMemories'> },
): Promise<OwnNames> {
  const known = await records.forTenant(tenant).memories.withFacts(ownerEntityId, [nameKey(selfKey(undefined))]);
  // Earlier releases kept what others call themselves among them.
  const own = known.filter(({ speaker }) => speaker === null);
  const readings = await facts.ofMemories(tenant, own);
  const names = new Set([...readings.values()].flatMap(({ selfNames }) => selfNames));
  return names.size === 1 ? names : new Set();
}

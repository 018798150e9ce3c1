import { NAME } from '@hippocamp/shared/language/reading';
import { isAssistants } from '@hippocamp/shared/language/speaker';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Records } from '../../ports/records.js';
import { factKey } from './fact-key.js';
import type { Facts } from './facts.js';
import { type Aliases, namesGiven, resolve, selfKey } from './subjects.js';

/** The name that the first person of an owner has given itself; with several of them nobody knows who "I" is. */
export async function ownNames(
  tenant: TenantId,
  ownerEntityId: string | null,
  { records, facts }: { records: Records; facts: Facts },
): Promise<Aliases> {
  const self = selfKey(undefined);
  const key = factKey({ subject: self, attribute: NAME });
  const known = await records.forTenant(tenant).memories.withFacts(ownerEntityId, [key]);
  // Earlier releases kept what an assistant calls itself among them.
  const own = known.filter(({ speaker }) => !isAssistants(speaker));
  const readings = await facts.ofMemories(tenant, own);
  const names = new Set(
    [...readings.values()].flatMap((reading) => namesGiven(resolve(reading, self, new Set()), self)),
  );
  return names.size === 1 ? names : new Set();
}

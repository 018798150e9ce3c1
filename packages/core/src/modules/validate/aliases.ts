import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Records } from '../../ports/records.js';
import { nameKey, selfKey } from '../facts/facts.js';

/** True unless one of the owner's memories that a language model may read gives one of these names too. */
export async function stayHere(
  aliases: ReadonlySet<string>,
  tenant: TenantId,
  ownerEntityId: string | null,
  records: Records,
): Promise<boolean> {
  if (aliases.size === 0) return false;
  const { memories } = records.forTenant(tenant);
  const naming = await memories.withFacts(ownerEntityId, [nameKey(ownerEntityId, selfKey(undefined))]);
  return !naming.some(
    ({ speaker, selfNames, staysHere }) =>
      !staysHere && speaker === null && selfNames.some((name) => aliases.has(name)),
  );
}

import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Records } from '../../ports/records.js';
import { nameKey, selfKey } from '../facts/facts.js';
import { chunksOf } from '../in-parts.js';
import { staysHere } from '../model/without-secrets.js';

/** Memories that are looked at, and at once. Each may be long. */
const [MOST_LOOKED, AT_ONCE] = [50, 10];

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
  const giving = naming.filter(
    ({ speaker, selfNames }) => speaker === null && selfNames.some((name) => aliases.has(name)),
  );
  const ids = giving.slice(0, MOST_LOOKED).map(({ id }) => id);
  for (const part of chunksOf(ids, AT_ONCE))
    if ((await memories.getMany(part)).some((memory) => !staysHere(memory))) return false;
  return true;
}

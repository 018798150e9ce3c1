import { NAME } from '@hippocamp/shared/language/reading';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { EntityRepository, Records } from '../../ports/records.js';
import { factKey } from '../facts/fact-key.js';
import type { Facts } from '../facts/facts.js';
import { type Aliases, namesGiven, resolve, selfKey } from '../facts/subjects.js';

/** Kinds of entities that have a first name. */
const person = /person|user|human|member|customer|client|patient|employee|contact|student|owner|individual/i;

/** "mara lind", and of a person "mara" too. */
const namesOf = (name: string, type: string): string[] => {
  const whole = name.trim().toLowerCase();
  const [first = ''] = whole.split(/\s+/);
  const isPerson = person.test(type) && /^\p{L}{2,}$/u.test(first);
  return [...new Set(isPerson ? [whole, first] : [whole])].filter((each) => each !== '');
};

/** By what names the entities of owners may be called, by their ids; owners without an entity have none. */
export async function ownerNames(
  entities: EntityRepository,
  owners: readonly (string | null)[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = [...new Set(owners.filter((id) => id !== null))];
  const found = ids.length > 0 ? await entities.getMany(ids) : [];
  return new Map(found.map(({ id, name, type }) => [id, namesOf(name, type)]));
}

/** The first person's name, as memories give it; with several of them nobody knows who claims something of "I". */
export async function namesOfSelf(
  { records, facts }: { records: Records; facts: Facts },
  tenant: TenantId,
  ownerEntityId: string | undefined,
): Promise<Aliases> {
  const self = selfKey(undefined);
  const key = factKey({ subject: self, attribute: NAME });
  const known = await records.forTenant(tenant).memories.withFacts(ownerEntityId ?? null, [key]);
  const readings = await facts.ofMemories(tenant, known);
  const names = new Set(
    [...readings.values()].flatMap((reading) => namesGiven(resolve(reading, self, new Set()), self)),
  );
  return names.size === 1 ? names : new Set();
}

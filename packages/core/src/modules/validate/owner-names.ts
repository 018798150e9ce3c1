import type { EntityRepository } from '../../ports/records.js';

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

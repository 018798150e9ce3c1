import type { Named } from '@hippocamp/shared/language/named';
import { isAssistants } from '@hippocamp/shared/language/statement';
import type { Ids } from '../../ports/ids.js';
import type { EntityRecord, RelationRecord, TenantRepositories } from '../../ports/records.js';

/** From a memory to an entity that it names, its speaker, or its owner. */
export const MENTIONS = 'mentions';

/** The most links of one memory besides its owner. A list of names is no memory of each of them. */
const MOST = 20;

export interface Mentioning {
  memoryId: string;
  speaker: string | null;
  named: readonly Named[];
}

export interface Linking {
  ownerEntityId: string | null;
  ids: Ids;
  now: Date;
}

/** Names that differ only in case are one name. */
const keyOf = (name: string) => name.toLowerCase();

/** The speaker comes first. An assistant is no entity. */
const namesOf = ({ speaker, named }: Mentioning): Named[] => {
  if (isAssistants(speaker)) return named.filter(({ name }) => !isAssistants(keyOf(name))).slice(0, MOST);
  const first: Named[] = speaker === null ? [] : [{ name: speaker, kind: 'person', certain: true }];
  return [...first, ...named].slice(0, MOST);
};

/** The certain one of equal names wins, then the one of a known kind. */
function distinct(names: readonly Named[]): Map<string, Named> {
  const best = new Map<string, Named>();
  const rank = ({ certain, kind }: Named) => (certain ? 2 : 0) + (kind === 'thing' ? 0 : 1);
  for (const named of names) {
    const before = best.get(keyOf(named.name));
    if (!before || rank(named) > rank(before)) best.set(keyOf(named.name), named);
  }
  return best;
}

const made = ({ name, kind }: Named, { ids, now }: Linking): EntityRecord => ({
  ...{ id: ids.next(), type: kind, name, externalId: null, properties: {}, tags: [] },
  ...{ createdAt: now, updatedAt: now, version: 1, fromMentions: true },
});

/** By the key of the name. Missing entities are made if the name is certain. */
async function entitiesOf(
  { entities }: TenantRepositories,
  names: ReadonlyMap<string, Named>,
  linking: Linking,
): Promise<Map<string, string>> {
  const wanted = [...names.values()];
  await entities.lockNames();
  const found = await entities.named(wanted.map(({ name }) => name));
  const fresh = wanted.filter(({ certain }, place) => certain && !found[place]).map((named) => made(named, linking));
  if (fresh.length > 0) await entities.insert(fresh);
  const known = wanted.flatMap(({ name }, place): [string, string][] => {
    const id = found[place];
    return id ? [[keyOf(name), id]] : [];
  });
  return new Map([...known, ...fresh.map(({ name, id }): [string, string] => [keyOf(name), id])]);
}

const mention = (memoryId: string, entityId: string, { ids, now }: Linking): RelationRecord => ({
  ...{ id: ids.next(), type: MENTIONS, weight: 1, metadata: {}, createdAt: now },
  ...{ fromType: 'memory', fromId: memoryId, toType: 'entity', toId: entityId },
});

/** Call last in the transaction, since burying locks entities last too. */
export async function linkMentions(
  repositories: TenantRepositories,
  memories: readonly Mentioning[],
  linking: Linking,
): Promise<void> {
  const { entities, relations } = repositories;
  const { ownerEntityId } = linking;
  const owner = ownerEntityId === null || memories.length === 0 ? null : await entities.get(ownerEntityId);
  const names = distinct(memories.flatMap(namesOf));
  // If several entities have that name, the owner is meant.
  if (owner) names.delete(keyOf(owner.name));
  const idOf = names.size === 0 ? new Map<string, string>() : await entitiesOf(repositories, names, linking);
  if (owner) idOf.set(keyOf(owner.name), owner.id);
  const pairs = memories.flatMap((memory) => {
    const named = namesOf(memory).flatMap(({ name }) => idOf.get(keyOf(name)) ?? []);
    const mentioned = new Set([...(owner ? [owner.id] : []), ...named]);
    return [...mentioned].map((entityId) => ({ memoryId: memory.memoryId, entityId }));
  });
  const held = await relations.hold(pairs.map(({ entityId }) => ({ type: 'entity', id: entityId })));
  const there = new Set(held.map(({ id }) => id));
  const lasting = pairs.filter(({ entityId }) => there.has(entityId));
  await relations.add(lasting.map(({ memoryId, entityId }) => mention(memoryId, entityId, linking)));
}

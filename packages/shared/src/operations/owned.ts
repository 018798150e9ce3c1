import type { z } from 'zod';
import { bare, definitionOf, knownMembers } from './field-errors.js';

/** Members that name an owner by id. A member `owner` beside one of them names it by name. */
export const ownerMembers = ['ownerEntityId', 'userEntityId', 'actorEntityId'] as const;
export type OwnerMember = (typeof ownerMembers)[number];

/** The member that `owner` stands for. Undefined when the request takes no owner. */
export const ownerMember = (schema: z.ZodType): OwnerMember | undefined => {
  const known = knownMembers(schema, []);
  return known.includes('owner') ? ownerMembers.find((member) => known.includes(member)) : undefined;
};

export type Owned = { [Member in OwnerMember]?: string | null } & { owner?: string | null };

export interface Places {
  isOwned: boolean;
  element: Places | null;
  members: readonly (readonly [name: string, places: Places])[];
}

export function ownedPlaces(schema: z.ZodType): Places | null {
  const [one = schema] = bare(schema);
  const { shape = {}, element } = definitionOf(one);
  const within = element ? ownedPlaces(element) : null;
  const members = Object.entries(shape).flatMap(([name, member]) => {
    const places = ownedPlaces(member);
    return places ? [[name, places] as const] : [];
  });
  const isOwned = ownerMember(one) !== undefined;
  return isOwned || within || members.length > 0 ? { isOwned, element: within, members } : null;
}

/** Free values such as metadata are not searched. */
export function* ownedIn({ isOwned, element, members }: Places, value: unknown): Generator<Owned> {
  if (Array.isArray(value)) {
    if (element) for (const each of value) yield* ownedIn(element, each);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (isOwned) yield value;
  for (const [name, places] of members) yield* ownedIn(places, (value as Record<string, unknown>)[name]);
}

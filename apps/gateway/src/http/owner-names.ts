import type { Caller, MakeOwners } from '@hippocamp/core/modules/caller';
import type { Owners } from '@hippocamp/core/modules/graph/owners';
import { fallbackOnOutage } from '@hippocamp/core/modules/idempotency/run-once';
import { type Owned, ownedIn, ownedPlaces, ownerMember, ownerMembers } from '@hippocamp/shared/operations/owned';
import type { Operation } from '@hippocamp/shared/operations/types';
import { isProblem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { z } from 'zod';

type Named = Map<string, string>;

interface Part {
  schema: z.ZodType | undefined;
  path: string;
  makes: boolean;
  onlyFor: string | undefined;
  later(make: MakeOwners): void;
}

const idIn = (one: Owned): string | null | undefined => {
  const member = ownerMembers.find((name) => one[name] !== undefined);
  return member && one[member];
};

export function createOwnerNames(owners: Owners, { query, body, answers, makesOwners }: Operation) {
  const placesOf = new Map(Object.entries(answers).map(([status, schema]) => [status, ownedPlaces(schema)]));

  const settle = async (
    tenant: TenantId,
    { schema, path, makes, onlyFor, later }: Part,
    request: unknown,
    named: Named,
  ) => {
    const member = schema && ownerMember(schema);
    if (!member || typeof request !== 'object' || request === null) return request;
    const how = { member, makes, path, onlyFor, later };
    const [settled] = await owners.settle(tenant, [request as Owned], how);
    if (isProblem(settled)) throw settled;
    const name = (request as Owned).owner;
    if (name && settled?.[member]) named.set(settled[member], name);
    return settled;
  };

  return {
    /** Replaces names by ids. `named` maps the ids back to names; `makeOwners` creates missing owners. */
    async inRequest({ tenant, owner }: Pick<Caller, 'tenant' | 'owner'>, asked: { query: unknown; body: unknown }) {
      const named: Named = new Map();
      // A key of one owner creates no others and learns of none.
      let makeOwners: MakeOwners | undefined;
      const later = (make: MakeOwners) => {
        makeOwners = make;
      };
      const how = { makes: makesOwners === true, onlyFor: owner, later };
      const settled = {
        query: await settle(tenant, { schema: query, path: 'query.owner', ...how }, asked.query, named),
        body: await settle(tenant, { schema: body, path: '/owner', ...how }, asked.body, named),
      };
      return { ...settled, named, makeOwners };
    },

    /** One query for all ids not in `named`. In an outage names are left out, because the work is already done. */
    async inAnswer(tenant: TenantId, answer: { status: number; body: unknown }, named: Named): Promise<void> {
      const places = placesOf.get(String(answer.status));
      if (!places) return;
      const unnamed = [...ownedIn(places, answer.body)].filter(({ owner }) => owner === undefined);
      const ids = new Set(unnamed.map(idIn).filter((id) => typeof id === 'string'));
      const missing = [...ids].filter((id) => !named.has(id));
      const found = await fallbackOnOutage(null, () => owners.namesOf(tenant, missing));
      for (const one of unnamed) {
        const id = idIn(one);
        const name = named.get(id ?? '') ?? found?.get(id ?? '');
        if (id !== null && !(id && (name || found))) continue;
        // Deleted first to keep the member last; a stored answer may hold it as undefined.
        delete one.owner;
        one.owner = name ?? null;
      }
    },
  };
}

import { createHash } from 'node:crypto';
import type { OwnerMember } from '@hippocamp/shared/operations/owned';
import { Problem, validationFailed } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { EntityRepository, Records } from '../../ports/records.js';
import type { MakeOwners } from '../caller.js';

/** A request that names an owner by the tenant's own name for them, or by entity id. */
export type Naming = { owner?: string | null | undefined } & { [Member in OwnerMember]?: string | null | undefined };

export interface Settling {
  /** The member that names the owner by id. */
  member: OwnerMember;
  /** Creates missing entities. Otherwise an unknown name gets an id that owns nothing. */
  makes: boolean;
  /** The JSON pointer of the name, for problems. */
  path: string;
  /** The key's only owner. Other names get an id that owns nothing, to hide which names exist. */
  onlyFor?: string | undefined;
  /** Receives the function that creates missing entities, to be called in the transaction that needs them. */
  later?: ((make: MakeOwners) => void) | undefined;
}

type Limited = Settling & { onlyFor: string };

export interface Owners {
  /** Sets `member` to the entity's id and drops the name. A request that cannot be settled becomes a problem. */
  settle<Request extends Naming>(
    tenant: TenantId,
    requests: readonly Request[],
    how: Settling,
  ): Promise<(Request | Problem)[]>;
  /** The tenant's own names by entity id. Entities without one are left out. */
  namesOf(tenant: TenantId, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export const externalIdTaken = () =>
  new Problem('conflict', 'Another entity has this externalId. GET /entities?externalId=… shows which.');

/** Another entity got the name between settling and writing. Nothing was written. */
export class NameTaken extends Problem {
  constructor() {
    super('conflict', 'Another entity was given this name just now. Nothing was kept: send it again.', {
      retryAfter: 1,
    });
  }
}

const disagreement = ({ member, path }: Settling) =>
  validationFailed([
    { path, code: 'ambiguous', message: `is not the name of the entity of ${member}; send one of the two` },
  ]);

/** A UUID of version 8 from the name, so that writes during an erasure go to the same owner as later ones. */
function idFor(tenant: TenantId, name: string): string {
  const bytes = createHash('sha256').update(`${tenant}\n${name}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

interface Known {
  idOf: ReadonlyMap<string, string>;
  unknown: readonly string[];
}

export function createOwners({ records, clock, ids }: { records: Records; clock: Clock; ids: Ids }): Owners {
  const find = async (entities: EntityRepository, tenant: TenantId, names: readonly string[]): Promise<Known> => {
    const own = names.map((name) => idFor(tenant, name));
    const rows = await entities.externals(names, own);
    const known = new Map(rows.map(({ id, externalId }) => [externalId, id]));
    const taken = new Set(rows.map(({ id }) => id));
    // An entity that was made for a name and then renamed owns nothing under that name.
    const fresh = (id = '') => (taken.has(id) ? ids.next() : id);
    return {
      idOf: new Map(names.map((name, place) => [name, known.get(name) ?? fresh(own[place])])),
      unknown: names.filter((name) => !known.has(name)),
    };
  };

  /** False when another request made one of them first. */
  const make = async (entities: EntityRepository, names: readonly string[], { idOf }: Known): Promise<boolean> => {
    const now = clock.now();
    const common = { type: 'user', properties: {}, tags: [], createdAt: now, updatedAt: now };
    const made = names.map((name) => ({ id: idOf.get(name) ?? ids.next(), name, externalId: name }));
    const stored = await entities.insert(made.map((one) => ({ ...common, ...one, version: 1, fromMentions: false })));
    return stored === names.length;
  };

  const makeLater =
    (tenant: TenantId, names: readonly string[], known: Known): MakeOwners =>
    async ({ entities }) => {
      if (await make(entities, names, known)) return;
      const { idOf } = await find(entities, tenant, names);
      if (names.some((name) => idOf.get(name) !== known.idOf.get(name))) throw new NameTaken();
    };

  /** Sorted, so that two requests that create the same names do not deadlock. */
  const namesIn = (requests: readonly Naming[]) => [...new Set(requests.flatMap(({ owner }) => owner ?? []))].sort();

  const namesOf: Owners['namesOf'] = async (tenant, wanted) => {
    if (wanted.length === 0) return new Map();
    const rows = await records.forTenant(tenant).entities.externals([], wanted);
    return new Map(rows.flatMap(({ id, externalId }): [string, string][] => (externalId ? [[id, externalId]] : [])));
  };

  /** The name that the id was made from, which finds its owner again after the entity was removed. */
  const nameOfRemoved = async (tenant: TenantId, requests: readonly Naming[], { makes, onlyFor, later }: Limited) => {
    const name = namesIn(requests).find((one) => idFor(tenant, one) === onlyFor);
    if (name === undefined) return;
    const own = records.forTenant(tenant);
    const known = await find(own.entities, tenant, [name]);
    if (known.idOf.get(name) !== onlyFor) return;
    const makeIt = makeLater(tenant, [name], known);
    if (makes) await (later ? later(makeIt) : makeIt(own));
    return name;
  };

  const settleFor = async <Request extends Naming>(
    tenant: TenantId,
    requests: readonly Request[],
    limited: Limited,
  ) => {
    const { member, onlyFor } = limited;
    const named = (await namesOf(tenant, [onlyFor])).get(onlyFor);
    const own = named ?? (await nameOfRemoved(tenant, requests, limited));
    return requests.map((request) => {
      const { owner, ...rest } = request;
      if (!owner) return request;
      return { ...rest, [member]: owner === own ? (request[member] ?? onlyFor) : ids.next() } as typeof request;
    });
  };

  return {
    async settle(tenant, requests, how) {
      const { entities } = records.forTenant(tenant);
      const { member, makes, onlyFor, later } = how;
      if (onlyFor !== undefined) return settleFor(tenant, requests, { ...how, onlyFor });
      const names = namesIn(requests);
      let known: Known = names.length === 0 ? { idOf: new Map(), unknown: [] } : await find(entities, tenant, names);
      const agrees = ({ owner, [member]: id }: Naming) => !owner || !id || id === known.idOf.get(owner);
      const wanted = makes ? namesIn(requests.filter(agrees)) : [];
      const missing = wanted.filter((name) => known.unknown.includes(name));
      if (missing.length > 0 && later) later(makeLater(tenant, missing, known));
      else if (missing.length > 0 && !(await make(entities, missing, known)))
        known = await find(entities, tenant, names);
      return requests.map((request) => {
        if (!agrees(request)) return disagreement(how);
        const { owner, ...rest } = request;
        return (owner ? { ...rest, [member]: known.idOf.get(owner) } : rest) as typeof request;
      });
    },

    namesOf,
  };
}

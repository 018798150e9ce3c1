import { createHash } from 'node:crypto';
import { Problem, validationFailed } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { EntityRepository, Records } from '../../ports/records.js';

/** A part of a request that says whose something is: by the tenant's own name for them, or by the id of their entity. */
type Naming = Readonly<Record<string, unknown>>;

export interface Owners {
  /**
   * The same requests with the id of the entity as their `member`, and without the name; or why one has none. With `makes` the
   * entities that are missing are made; otherwise an unknown name gets an id that owns nothing.
   */
  settle<Request extends object>(
    tenant: TenantId,
    requests: readonly Request[],
    how: { member: string; makes: boolean },
  ): Promise<(Request | Problem)[]>;
  /** The tenant's own names of entities, by their ids; entities without one are left out. */
  namesOf(tenant: TenantId, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export const externalIdTaken = () =>
  new Problem('conflict', 'Another entity has this externalId. GET /entities?externalId=… shows which.');

const disagreement = (member: string) =>
  validationFailed([
    { path: '/owner', code: 'ambiguous', message: `is not the name of the entity of ${member}; send one of the two` },
  ]);

/**
 * The id of the entity that is made for a name, a UUID of version 8. Whoever writes for a name while its owner is erased writes
 * for the same id as who asks for that name, or erases it, afterwards.
 */
export function ownerId(tenant: TenantId, name: string): string {
  const bytes = createHash('sha256').update(`${tenant}\n${name}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const nameIn = (request: Naming): string | undefined =>
  typeof request.owner === 'string' ? request.owner : undefined;

/** What the names of users, agents and teams stand for. */
export function createOwners({ records, clock, ids }: { records: Records; clock: Clock; ids: Ids }): Owners {
  /** Whom each name means, and which of them are not known. */
  const find = async (entities: EntityRepository, tenant: TenantId, names: readonly string[]) => {
    const made = names.map((name) => ownerId(tenant, name));
    const rows = await entities.externals(names, made);
    const known = new Map(rows.map(({ id, externalId }) => [externalId, id]));
    const taken = new Set(rows.map(({ id }) => id));
    const idOf = new Map(
      names.map((name, place): [string, string] => {
        const id = made[place] ?? '';
        // Made for this name, and called otherwise since: what it owns is not this name's.
        return [name, known.get(name) ?? (taken.has(id) ? ids.next() : id)];
      }),
    );
    return { idOf, unknown: names.filter((name) => !known.has(name)) };
  };

  const make = async (entities: EntityRepository, given: readonly (readonly [name: string, id: string])[]) => {
    const now = clock.now();
    const times = { createdAt: now, updatedAt: now, version: 1, fromMentions: false };
    return entities.insert(
      given.map(([name, id]) => ({ id, type: 'user', name, externalId: name, properties: {}, tags: [], ...times })),
    );
  };

  return {
    async settle(tenant, requests, { member, makes }) {
      const all = requests as readonly (Naming & (typeof requests)[number])[];
      const names = [...new Set(all.flatMap((request) => nameIn(request) ?? []))].sort();
      if (names.length === 0) return all.map(({ owner: _owner, ...request }) => request as (typeof requests)[number]);
      const { entities } = records.forTenant(tenant);
      let { idOf, unknown } = await find(entities, tenant, names);
      const agrees = (request: Naming) => {
        const name = nameIn(request);
        return name === undefined || !request[member] || request[member] === idOf.get(name);
      };
      const wanted = new Set(all.filter(agrees).map(nameIn));
      const missing = unknown.filter((name) => makes && wanted.has(name));
      if (missing.length > 0) {
        const stored = await make(
          entities,
          missing.map((name) => [name, idOf.get(name) ?? '']),
        );
        // Whoever came first has made them.
        if (stored < missing.length) ({ idOf } = await find(entities, tenant, names));
      }
      return all.map((request) => {
        const { owner: _owner, ...rest } = request;
        const name = nameIn(request);
        if (!agrees(request)) return disagreement(member);
        return (name === undefined ? rest : { ...rest, [member]: idOf.get(name) }) as (typeof requests)[number];
      });
    },

    async namesOf(tenant, ids) {
      if (ids.length === 0) return new Map();
      const rows = await records.forTenant(tenant).entities.externals([], ids);
      return new Map(rows.flatMap(({ id, externalId }): [string, string][] => (externalId ? [[id, externalId]] : [])));
    },
  };
}

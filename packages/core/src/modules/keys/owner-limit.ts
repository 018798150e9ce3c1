import { randomUUID } from 'node:crypto';
import type { OwnedKind, OwnerUse } from '@hippocamp/shared/operations/types';
import { Problem } from '@hippocamp/shared/problems';
import type { TenantRecords } from '../../ports/records.js';

export interface Asked {
  params: unknown;
  query: unknown;
  body: unknown;
}

type Members = Record<string, unknown>;

/** Belongs to no record, so that questions about other owners are answered as about unknown ones. */
const NOBODY = randomUUID();

const refuse = (detail: string) => new Problem('forbidden', detail);
const forItself = () => refuse('This key writes for its owner alone.');

const fits = (given: unknown, owner: string) =>
  given === undefined || given === null || (typeof given === 'string' && given.toLowerCase() === owner);

/** Forgetting would take words out of these sources, even when they belong to somebody else. */
const sources = ['sourceArtifactId', 'sourceEventId'];

const writes = (body: unknown, owner: string, name = 'ownerEntityId'): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const given = body as Members;
  if (!fits(given[name], owner)) throw forItself();
  const source = sources.find((member) => (given[member] ?? null) !== null);
  if (source) throw refuse(`A key that is limited to an owner names no ${source}.`);
  return { ...given, [name]: owner };
};

const writesEach = (body: unknown, owner: string) => {
  const { memories, ...rest } = body as Members & { memories: unknown[] };
  return { ...rest, memories: memories.map((one) => writes(one, owner)) };
};

const lists = (query: unknown, owner: string, name = 'ownerEntityId') => {
  const given = query as Members;
  return { ...given, [name]: fits(given[name], owner) ? owner : NOBODY };
};

const unknown: Record<OwnedKind, string> = {
  memory: 'No memory has this id.',
  artifact: 'No artifact has this id.',
  ingest: 'No ingest has this trace id.',
  review: 'No review has this id.',
  event: 'No event has this id.',
  entity: 'No entity has this id.',
};

async function checkOne(kind: OwnedKind, { params }: Asked, limit: OwnerLimit): Promise<void> {
  const { id, traceId } = params as { id?: string; traceId?: string };
  const asked = id ?? traceId ?? '';
  // An owner is an entity, whether or not there is a record of it.
  const owner = kind === 'entity' ? asked : await limit.records.entities.ownerOf(kind, asked);
  if (owner === limit.owner) return;
  const isShared = kind === 'memory' && owner === null;
  if (!isShared) throw new Problem('not-found', unknown[kind]);
  if (limit.changes)
    throw refuse('This memory is shared: a key that is limited to an owner may read it, and not change it.');
}

export interface OwnerLimit {
  owner: string;
  records: TenantRecords;
  changes: boolean;
}

/** Restricts a request to the key's owner, or throws. Finding memories passes: `seenBy` filters them. */
export async function limitToOwner(use: OwnerUse | undefined, asked: Asked, limit: OwnerLimit): Promise<Asked> {
  const { owner, changes } = limit;
  switch (use) {
    case 'finds':
      return asked;
    case 'writes':
      return { ...asked, body: writes(asked.body, owner) };
    case 'writesEach':
      return { ...asked, body: writesEach(asked.body, owner) };
    case 'acts':
      return changes
        ? { ...asked, body: writes(asked.body, owner, 'actorEntityId') }
        : { ...asked, query: lists(asked.query, owner, 'actorEntityId') };
    case 'lists':
      return { ...asked, query: lists(asked.query, owner) };
    case 'refused':
    case undefined:
      throw refuse('A key that is limited to an owner may not do this: it concerns the whole tenant.');
    default:
      await checkOne(use, asked, limit);
      return asked;
  }
}

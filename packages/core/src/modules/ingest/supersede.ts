import type { Ids } from '../../ports/ids.js';
import type { MemoryRecord, RelationRecord, TenantRepositories } from '../../ports/records.js';
import { takeFromDistilled } from '../lifecycle/withdraw.js';
import { SUPERSEDES } from '../memories/replacements.js';

/** A fact that takes the place of another. */
export interface Replacement {
  laterId: string;
  earlierId: string;
}

export interface Superseding {
  ids: Ids;
  now: Date;
  /** When the later one was said: from then on the earlier no longer holds. */
  occurredAt: Date;
}

/** From the later fact to the earlier one. */
const supersedes = (laterId: string, earlierId: string, { ids, now }: Superseding): RelationRecord => ({
  id: ids.next(),
  type: SUPERSEDES,
  fromType: 'memory',
  fromId: laterId,
  toType: 'memory',
  toId: earlierId,
  weight: 1,
  metadata: {},
  createdAt: now,
});

const supersedeKnown = async (
  repositories: TenantRepositories,
  rows: readonly Replacement[],
  { now, occurredAt }: Superseding,
): Promise<string[]> => {
  if (rows.length === 0) return [];
  const before = await repositories.memories.getMany(rows.map(({ earlierId }) => earlierId));
  const versions = new Map(before.map((memory: MemoryRecord) => [memory.id, memory.version]));
  const changes = rows.map(({ laterId, earlierId }) => ({ id: earlierId, byId: laterId, invalidAt: occurredAt }));
  await repositories.memories.supersede(changes, now);
  await repositories.history.add(
    changes.map(({ id, byId, invalidAt }) => ({
      memoryId: id,
      version: (versions.get(id) ?? 0) + 1,
      change: 'superseded',
      at: now,
      before: { invalidAt: null, supersededById: null },
      after: { invalidAt: invalidAt.toISOString(), supersededById: byId },
    })),
  );
  const ids = changes.map(({ id }) => id);
  await repositories.outbox.ring(
    ids.map((ref) => ({ kind: 'index', ref })),
    now,
    now,
  );
  // What no longer holds is no fact of those that tell it.
  const { touched } = await takeFromDistilled(repositories, ids, { now, tags: new Set() });
  return [...ids, ...touched];
};

/** Without those whose other memory was deleted meanwhile; what is left stays until the transaction ends. */
const lastingOnes = async (
  { relations }: TenantRepositories,
  pairs: readonly Replacement[],
  own: ReadonlySet<string>,
): Promise<Replacement[]> => {
  const others = pairs.flatMap(({ laterId, earlierId }) => [laterId, earlierId]).filter((id) => !own.has(id));
  if (others.length === 0) return [...pairs];
  const held = new Set((await relations.hold(others.map((id) => ({ type: 'memory', id })))).map(({ id }) => id));
  const lives = (id: string) => own.has(id) || held.has(id);
  return pairs.filter(({ laterId, earlierId }) => lives(laterId) && lives(earlierId));
};

/**
 * Marks the earlier ones as replaced, and relates them; those of `own` were stored as replaced just before, and those of
 * `later` hold no longer by what is known already. Answers the rows that have to be indexed after the commit.
 */
export async function supersede(
  repositories: TenantRepositories,
  pairs: readonly Replacement[],
  superseding: Superseding,
  { own = new Set(), later = [] }: { own?: ReadonlySet<string>; later?: readonly Replacement[] } = {},
): Promise<string[]> {
  const lasting = await lastingOnes(repositories, [...pairs, ...later], own);
  const known = pairs.filter((pair) => !own.has(pair.earlierId) && lasting.includes(pair));
  const superseded = await supersedeKnown(repositories, known, superseding);
  const relations = lasting.map(({ laterId, earlierId }) => supersedes(laterId, earlierId, superseding));
  if (relations.length > 0) await repositories.relations.add(relations);
  return superseded;
}

import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Ids } from '../../ports/ids.js';
import type { IngestRecord, MemoryRecord, RelationRecord, TenantRepositories } from '../../ports/records.js';
import type { AgeingRules } from '../lifecycle/rules.js';
import { takeFromDistilled } from '../lifecycle/withdraw.js';
import { SUPERSEDES } from '../memories/replacements.js';
import { storeMemories } from '../memories/store-memories.js';
import { candidateMemory, type Spoken } from './candidate-memory.js';
import { type Accepted, type Decision, isAccepted, type Outcome } from './decide.js';
import type { Extraction } from './extract.js';

export interface Storing {
  tenant: TenantId;
  ingest: IngestRecord;
  /** As it was extracted from. */
  text: string;
  extractorVersion: string;
  ageing: AgeingRules;
  ids: Ids;
  now: Date;
  /** Candidates of the same text that were decided about before these. */
  earlier: readonly { extraction: Extraction | undefined; outcome: Outcome }[];
  /** When the text was said: from then on what it replaces no longer holds. */
  occurredAt: Date;
}

/** From the later fact to the earlier one. */
const supersedes = (laterId: string, earlierId: string, { ids, now }: Storing): RelationRecord => ({
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

const replacements = (accepted: readonly Accepted[]) =>
  accepted.flatMap(({ memoryId, replaced }) => replaced.map((earlierId) => ({ laterId: memoryId, earlierId })));

const supersedeKnown = async (
  repositories: TenantRepositories,
  rows: readonly { laterId: string; earlierId: string }[],
  storing: Storing,
): Promise<string[]> => {
  if (rows.length === 0) return [];
  const { now, occurredAt } = storing;
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

interface Pair {
  laterId: string;
  earlierId: string;
}

/** Without those whose other memory was deleted meanwhile; what is left stays until the transaction ends. */
const lastingOnes = async (
  { relations }: TenantRepositories,
  pairs: readonly Pair[],
  own: ReadonlySet<string>,
): Promise<Pair[]> => {
  const others = pairs.flatMap(({ laterId, earlierId }) => [laterId, earlierId]).filter((id) => !own.has(id));
  if (others.length === 0) return [...pairs];
  const held = new Set((await relations.hold(others.map((id) => ({ type: 'memory', id })))).map(({ id }) => id));
  const lives = (id: string) => own.has(id) || held.has(id);
  return pairs.filter(({ laterId, earlierId }) => lives(laterId) && lives(earlierId));
};

const spokenBefore = ({ earlier }: Storing): Spoken[] =>
  earlier.flatMap(({ extraction, outcome }) =>
    extraction && isAccepted(outcome) ? [{ extraction, memoryId: outcome.memoryId }] : [],
  );

/** Stores what was accepted and marks what it replaces. Answers the rows that have to be indexed after the commit. */
export async function storeDecisions(
  repositories: TenantRepositories,
  decisions: readonly Decision[],
  storing: Storing,
): Promise<string[]> {
  const accepted = decisions.filter(isAccepted);
  const own = new Set(accepted.map(({ memoryId }) => memoryId));
  const pairs = replacements(accepted);
  const within = pairs.filter(({ earlierId }) => own.has(earlierId));
  const replacedWithin = new Map(within.map(({ laterId, earlierId }) => [earlierId, laterId]));
  const spoken = [...spokenBefore(storing), ...accepted];
  const memories = accepted.map((decision) => candidateMemory(decision, spoken, { ...storing, replacedWithin }));
  await storeMemories(repositories, memories, storing.now);
  const later = accepted.flatMap(({ memoryId, replacedBy }) =>
    replacedBy ? [{ laterId: replacedBy.id, earlierId: memoryId }] : [],
  );
  const lasting = await lastingOnes(repositories, [...pairs, ...later], own);
  const known = pairs.filter((pair) => !own.has(pair.earlierId) && lasting.includes(pair));
  const superseded = await supersedeKnown(repositories, known, storing);
  const relations = lasting.map(({ laterId, earlierId }) => supersedes(laterId, earlierId, storing));
  if (relations.length > 0) await repositories.relations.add(relations);
  return [...own, ...superseded];
}

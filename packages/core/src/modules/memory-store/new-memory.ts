import { validationFailed } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { MemoryCreate } from '@hippocamp/shared/schemas/memories';
import type { HistoryEntry, KeptReading, NewMemory, TenantRepositories } from '../../ports/records.js';
import type { AgeingRules } from '../ageing/rules.js';
import { contentHash, keysOf } from '../facts/facts.js';
import { inParts } from '../in-parts.js';
import { yieldToEventLoop } from '../waiting.js';

const DAY = 24 * 3_600_000;

/** Throws validation-failed for a time more than a day ahead, which is a clock or typing error. */
export function occurredAtOf(given: string | undefined, now: Date): Date {
  if (given === undefined) return now;
  const occurredAt = new Date(given);
  if (occurredAt.getTime() > now.getTime() + DAY) {
    throw validationFailed([
      { path: '/occurredAt', code: 'too_far_ahead', message: `must be at most 24 h ahead of ${now.toISOString()}` },
    ]);
  }
  return occurredAt;
}

export interface WriteContext {
  tenant: TenantId;
  ageing: AgeingRules;
  now: Date;
}

export function newMemory(
  id: string,
  input: MemoryCreate,
  reading: KeptReading,
  { tenant, ageing, now }: WriteContext,
): NewMemory {
  const ownerEntityId = input.ownerEntityId ?? null;
  const occurredAt = occurredAtOf(input.occurredAt, now);
  const speaker = input.speaker?.trim() || null;
  const memory = {
    id,
    ownerEntityId,
    tier: input.tier,
    content: input.content,
    context: input.context || null,
    speaker,
    sourceArtifactId: input.sourceArtifactId ?? null,
    sourceEventId: input.sourceEventId ?? null,
    importanceScore: input.importanceScore,
    accessCount: 0,
    lastAccessedAt: now,
    recencyAt: occurredAt,
    occurredAt,
    metadata: input.metadata,
    tags: input.tags,
    createdAt: now,
    updatedAt: now,
    tierSince: now,
    confidence: null,
    provenance: null,
    contentHash: contentHash(input.content),
    contextSourceIds: [],
    ...keysOf(tenant, { ownerEntityId, metadata: input.metadata, speaker }, reading),
    invalidAt: null,
    supersededById: null,
    span: null,
  };
  return { ...memory, dueAt: ageing.dueAt({ ...memory, archivedAt: null }) };
}

/** ms in which the writer indexes the row itself. After that the sweeper takes it up. */
const INDEX_GRACE = 5000;

/** UTF-16 units of text written or read at once. More would hold up the process. */
export const AT_ONCE = 250_000;

const unitsOf = ({ content, metadata }: NewMemory): number => content.length + JSON.stringify(metadata).length;

const created =
  (at: Date) =>
  ({ id, content, tier, importanceScore, tags, metadata }: NewMemory): HistoryEntry => ({
    memoryId: id,
    version: 1,
    change: 'created',
    at,
    before: null,
    after: { content, tier, importanceScore, tags, metadata },
  });

/** The only way to store memories: rows, history and index jobs together. */
export async function storeMemories(
  { memories: repository }: Pick<TenantRepositories, 'memories'>,
  memories: readonly NewMemory[],
  now: Date,
): Promise<void> {
  for (const part of inParts(memories, { units: AT_ONCE, unitsOf })) {
    await repository.store(part, part.map(created(now)), { at: now, dueAt: new Date(now.getTime() + INDEX_GRACE) });
    if (part.length < memories.length) await yieldToEventLoop();
  }
}

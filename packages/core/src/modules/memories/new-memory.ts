import { validationFailed } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { MemoryCreate } from '@hippocamp/shared/schemas/memories';
import type { KeptReading, NewMemory } from '../../ports/records.js';
import { keysOf } from '../facts/memory-keys.js';
import type { AgeingRules } from '../lifecycle/rules.js';
import { contentHash } from './normalise.js';

const DAY = 24 * 3_600_000;

/** When it happened. Throws validation-failed for a time more than a day ahead: that is a clock or a typing error. */
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

export interface Making {
  tenant: TenantId;
  ageing: AgeingRules;
  now: Date;
}

/** The row of a memory that a client created, with what was read of its content. */
export function newMemory(
  id: string,
  input: MemoryCreate,
  reading: KeptReading,
  { tenant, ageing, now }: Making,
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

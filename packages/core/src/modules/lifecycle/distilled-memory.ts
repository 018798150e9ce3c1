import type { MemoryRecord, NewMemory } from '../../ports/records.js';
import { unread } from '../facts/memory-keys.js';
import { contentHash } from '../memories/normalise.js';
import type { Distillate } from './compose.js';

const TAGS = 64;

/** How it was made, of what, and which of its sentences is whose. */
export const provenanceOf = ({ method, sentences }: Distillate, sourceIds: readonly string[], runId: unknown) => ({
  method,
  runId,
  sources: sourceIds,
  sentences,
});

const latest = (sources: readonly MemoryRecord[]) =>
  new Date(Math.max(...sources.map(({ occurredAt }) => occurredAt.getTime())));

/** The semantic memory that a group becomes. All have the same owner and actor. */
export function distilledMemory(
  { id, runId, now }: { id: string; runId: string; now: Date },
  sources: readonly MemoryRecord[],
  made: Distillate,
): NewMemory {
  const [first] = sources;
  const { actorId } = first?.metadata ?? {};
  const metadata = typeof actorId === 'string' ? { actorId } : {};
  const ownerEntityId = first?.ownerEntityId ?? null;
  const occurredAt = latest(sources);
  const { content } = made;
  return {
    id,
    ownerEntityId,
    tier: 'semantic',
    content,
    context: null,
    speaker: null,
    sourceArtifactId: null,
    sourceEventId: null,
    importanceScore: Math.max(...sources.map(({ importanceScore }) => importanceScore)),
    accessCount: 0,
    lastAccessedAt: now,
    recencyAt: occurredAt,
    occurredAt,
    metadata,
    tags: [...new Set(sources.flatMap(({ tags }) => tags))].slice(0, TAGS),
    createdAt: now,
    updatedAt: now,
    tierSince: now,
    // Each that says it makes it surer; never certain.
    confidence: Math.min(0.95, 0.5 + 0.1 * sources.length),
    provenance: provenanceOf(
      made,
      sources.map((source) => source.id),
      runId,
    ),
    contentHash: contentHash(content),
    contextSourceIds: [],
    ...unread,
    invalidAt: null,
    supersededById: null,
    span: null,
    dueAt: null,
  };
}

import type { MemoryRecord, NewMemory, TenantRepositories } from '../../ports/records.js';
import { unread } from '../facts/memory-keys.js';
import { difference, historyView } from '../memories/memory-view.js';
import { contentHash } from '../memories/normalise.js';
import { type Composed, compose, METHOD } from './compose.js';

const TAGS = 64;

const provenanceOf = ({ sentences }: Composed, sourceIds: readonly string[], runId: unknown) => ({
  method: METHOD,
  runId,
  sources: sourceIds,
  sentences,
});

const latest = (sources: readonly MemoryRecord[]) =>
  new Date(Math.max(...sources.map(({ occurredAt }) => occurredAt.getTime())));

/** The semantic memory that a group becomes. All have the same owner and actor. */
export function distilledMemory(id: string, runId: string, sources: readonly MemoryRecord[], now: Date): NewMemory {
  const composed = compose(sources);
  const [first] = sources;
  const { actorId } = first?.metadata ?? {};
  const metadata = typeof actorId === 'string' ? { actorId } : {};
  const ownerEntityId = first?.ownerEntityId ?? null;
  const occurredAt = latest(sources);
  const { content } = composed;
  return {
    id,
    ownerEntityId,
    tier: 'semantic',
    content,
    context: null,
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
      composed,
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

/**
 * Makes a distilled memory anew of the sources that are left, so that nothing of the others stays: not in its text, its
 * history or a stored answer.
 */
export async function recompose(
  repositories: TenantRepositories,
  memoryId: string,
  remaining: readonly string[],
  now: Date,
): Promise<void> {
  const { memories, history, idempotency, outbox } = repositories;
  const before = await memories.get(memoryId, { lock: true });
  if (!before) return;
  const composed = compose(await memories.getMany(remaining));
  const { content } = composed;
  const provenance = provenanceOf(composed, remaining, before.provenance?.runId);
  const { factKeys, ...keys } = unread;
  const changes = { content, contentHash: contentHash(content), ...keys, provenance };
  const after = await memories.update(memoryId, changes, now);
  if (!after) return;
  await memories.setFacts(memoryId, factKeys);
  await history.forget([memoryId]);
  const changed = difference({}, historyView(after)).after;
  const entry = { memoryId, version: after.version, change: 'source_withdrawn', at: now, before: null, after: changed };
  await history.add([entry]);
  await idempotency.forget([memoryId]);
  await outbox.ring([{ kind: 'index', ref: memoryId }], now, now);
}

import type { DistilSource, LifecycleRunRecord, NewMemory } from '../../ports/records.js';
import { actorOf, contentHash, unread } from '../facts/facts.js';
import { groupBy } from '../in-parts.js';
import type { Distillate } from '../memory-store/compose.js';
import { storeMemories } from '../memory-store/new-memory.js';
import { memoryEdge } from '../memory-store/replacements.js';
import { staysHere } from '../model/without-secrets.js';
import { lockUnchanged, outcome, setAges, unitOf, type Work, type WorkDependencies } from './age-work.js';
import type { Distil } from './distil-ahead.js';

const TAGS = 64;

/** A distilled memory stays local when one of its sources must. */
export const provenanceOf = (
  { method, sentences }: Distillate,
  sources: readonly Pick<DistilSource, 'id' | 'provenance'>[],
  runId: unknown,
) => ({
  ...{ method, runId, sentences, sources: sources.map(({ id }) => id) },
  ...(sources.some(staysHere) ? { reader: 'local' } : {}),
});

/** All sources have the same owner and actor. */
function distilledMemory(
  { id, runId, now }: { id: string; runId: string; now: Date },
  sources: readonly DistilSource[],
  made: Distillate,
): NewMemory {
  const [first] = sources;
  const actorId = actorOf(first?.metadata ?? {});
  const occurredAt = new Date(Math.max(...sources.map((source) => source.occurredAt.getTime())));
  return {
    id,
    ownerEntityId: first?.ownerEntityId ?? null,
    tier: 'semantic',
    content: made.content,
    context: null,
    speaker: null,
    sourceArtifactId: null,
    sourceEventId: null,
    importanceScore: Math.max(...sources.map(({ importanceScore }) => importanceScore)),
    accessCount: 0,
    lastAccessedAt: now,
    recencyAt: occurredAt,
    occurredAt,
    metadata: actorId === undefined ? {} : { actorId },
    tags: [...new Set(sources.flatMap(({ tags }) => tags))].slice(0, TAGS),
    createdAt: now,
    updatedAt: now,
    tierSince: now,
    // More sources make it surer, but never certain.
    confidence: Math.min(0.95, 0.5 + 0.1 * sources.length),
    provenance: provenanceOf(made, sources, runId),
    contentHash: contentHash(made.content),
    contextSourceIds: [],
    ...unread,
    invalidAt: null,
    supersededById: null,
    span: null,
    dueAt: null,
  };
}

/** Read and made before the transaction. */
interface Ahead {
  sources: ReadonlyMap<string, DistilSource>;
  distilFrom: Distil;
}

/** Sources at their planned versions are as they were read. A group is skipped when only one of several memories is left unchanged. */
export const distil =
  (run: Pick<LifecycleRunRecord, 'id'>, ahead: Ahead, { ageing, ids }: WorkDependencies): Work =>
  async (repositories, actions, now) => {
    const planned = groupBy(actions, unitOf);
    const { unchanged, skipped } = await lockUnchanged(repositories, actions);
    const whole = [...groupBy(unchanged, ({ action }) => unitOf(action))].filter(
      ([unit, group]) => group.length > 1 || planned.get(unit)?.length === 1,
    );
    const kept = whole.flatMap(([, group]) => group);
    const made = whole.map(([, group]) => {
      const sources = group.flatMap(({ memory: { id } }) => ahead.sources.get(id) ?? []);
      const composed = ahead.distilFrom(sources);
      return { group, memory: distilledMemory({ id: ids.next(), runId: run.id, now }, sources, composed) };
    });
    const memories = made.map(({ memory }) => memory);
    await storeMemories(repositories, memories, now);
    await repositories.relations.add(
      made.flatMap(({ group, memory }) =>
        group.map(({ memory: source }) =>
          memoryEdge({ id: ids.next(), type: 'distilled_from', fromId: memory.id, toId: source.id, createdAt: now }),
        ),
      ),
    );
    await repositories.lifecycle.addSources(
      made.map(({ group, memory }) => ({
        memoryId: memory.id,
        sourceIds: group.map(({ memory: source }) => source.id),
      })),
    );
    const aged = kept.map(({ memory }) => ({ memory, changes: { distilledAt: now } }));
    await setAges(repositories, aged, { ageing, now, raiseVersion: false });
    const applied = made.flatMap(({ group, memory }) =>
      group.map(({ action }) =>
        outcome(action, 'applied', { appliedVersion: action.plannedVersion, resultMemoryId: memory.id }),
      ),
    );
    const alone = unchanged.filter((row) => !kept.includes(row)).map(({ action }) => outcome(action, 'skipped'));
    return { outcomes: [...applied, ...alone, ...skipped], touched: memories.map(({ id }) => id) };
  };

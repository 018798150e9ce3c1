import type {
  DistilledMemory,
  MemoryChanges,
  MemoryKeys,
  MemoryRecord,
  TenantRepositories,
} from '../../ports/records.js';
import { changeMemory, contentHash } from '../facts/facts.js';
import { difference, historyView } from '../memories/memory-view.js';
import { inLines, METHOD, sentencesIn } from './compose.js';

/** The job composes the distilled memory again from the sources that are left. It may wait for a model. */

const ringJob = ({ outbox }: TenantRepositories, distilled: readonly DistilledMemory[], now: Date) =>
  outbox.enqueue(
    distilled.map(({ id }) => ({ kind: 'distil', ref: id })),
    now,
    now,
  );

/** For sources that changed or hold again. The distilled memory stays as it is until then. */
export async function remakeDistilled(
  repositories: TenantRepositories,
  sourceIds: readonly string[],
  now: Date,
): Promise<void> {
  await ringJob(repositories, await repositories.lifecycle.distilledFrom(sourceIds), now);
}

/** The sentences of the remaining sources. Null when the sentences cannot be attributed. */
function withoutSources({ content, provenance }: DistilledMemory, gone: ReadonlySet<string>) {
  const attributed = provenance?.method === METHOD ? sentencesIn(content, provenance.sentences) : null;
  const left = attributed?.filter(({ sourceId }) => !gone.has(sourceId));
  return left
    ? inLines(left.map(({ sourceId, start, end }) => ({ text: content.slice(start, end), attribution: { sourceId } })))
    : null;
}

/** A memory with empty content is hidden. Null when the memory is gone. */
export function rewriteDistilled(
  repositories: TenantRepositories,
  { id }: DistilledMemory,
  { content, ...changes }: MemoryChanges & { content: string },
  now: Date,
  keys?: MemoryKeys,
): Promise<MemoryRecord | null> {
  const isEmpty = content === '';
  const said = { content, contentHash: isEmpty ? '' : contentHash(content), hiddenAt: isEmpty ? now : null };
  return changeMemory(repositories, id, { ...changes, ...said }, now, keys);
}

interface Taking {
  now: Date;
  /** Tags of the removed sources. They go unless a remaining source has them. */
  tags: ReadonlySet<string>;
}

async function takeFromOne(
  repositories: TenantRepositories,
  memory: DistilledMemory,
  gone: ReadonlySet<string>,
  { now, tags }: Taking,
): Promise<void> {
  const { memories, history, idempotency } = repositories;
  const { id } = memory;
  const remaining = memory.sourceIds.filter((sourceId) => !gone.has(sourceId));
  const left = memory.hidden ? null : withoutSources(memory, gone);
  const kept = new Set((await memories.getMany(remaining)).flatMap((source) => source.tags));
  const changes = {
    content: left?.content ?? '',
    tags: memory.tags.filter((tag) => !tags.has(tag) || kept.has(tag)),
    provenance: { ...memory.provenance, sources: remaining, sentences: left?.sentences ?? [] },
  };
  const after = await rewriteDistilled(repositories, memory, changes, now);
  if (!after) return;
  await history.forget([id]);
  const changed = difference({}, historyView(after)).after;
  await history.add([
    { memoryId: id, version: after.version, change: 'source_withdrawn', at: now, before: null, after: changed },
  ]);
  await idempotency.forget([id]);
}

/** Cuts out the sources' sentences, or hides the memory if they are unattributed. `touched` are to be indexed. */
export async function takeFromDistilled(
  repositories: TenantRepositories,
  sourceIds: readonly string[],
  taking: Taking,
): Promise<{ touched: string[]; emptied: string[] }> {
  // Read after the change of the sources, whose locked rows keep others from distilling them unnoticed.
  const distilled = await repositories.lifecycle.distilledFrom(sourceIds);
  const gone = new Set(sourceIds);
  const left = distilled.filter((memory) => memory.sourceIds.length > 0);
  for (const memory of left) await takeFromOne(repositories, memory, gone, taking);
  await ringJob(repositories, left, taking.now);
  const emptied = distilled.filter((memory) => memory.sourceIds.length === 0);
  return { touched: left.map(({ id }) => id), emptied: emptied.map(({ id }) => id) };
}

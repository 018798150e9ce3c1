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

/**
 * What distilled memories lose at once, in the transaction that takes their sources away, by cutting alone. What they then say
 * is read, and composed of the sources that are left, by the job that is enqueued.
 */

const ringJob = ({ outbox }: TenantRepositories, distilled: readonly DistilledMemory[], now: Date) =>
  outbox.enqueue(
    distilled.map(({ id }) => ({ kind: 'distil', ref: id })),
    now,
    now,
  );

/** Has what was made of these made anew: they changed, or hold again. Until then it stays as it is. */
export async function remakeDistilled(
  repositories: TenantRepositories,
  sourceIds: readonly string[],
  now: Date,
): Promise<void> {
  await ringJob(repositories, await repositories.lifecycle.distilledFrom(sourceIds), now);
}

/** The sentences of other sources, word for word; null where it cannot be told which words are whose. */
function withoutSources({ content, provenance }: DistilledMemory, gone: ReadonlySet<string>) {
  const attributed = provenance?.method === METHOD ? sentencesIn(content, provenance.sentences) : null;
  const left = attributed?.filter(({ sourceId }) => !gone.has(sourceId));
  return left
    ? inLines(left.map(({ sourceId, start, end }) => ({ text: content.slice(start, end), attribution: { sourceId } })))
    : null;
}

/** Puts a text in the place of what a distilled memory said; without any it is hidden. Null where the memory is gone. */
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

/**
 * Cuts the text of memories that are gone, or no longer hold, out of what was distilled from them; where it is not told word
 * for word whose is which, all of it goes, and the memory is hidden until it is made anew. Answers the rows that have to be
 * indexed after the commit, and those that have no source left.
 */
export async function takeFromDistilled(
  repositories: TenantRepositories,
  sourceIds: readonly string[],
  taking: Taking,
): Promise<{ touched: string[]; emptied: string[] }> {
  // After the change of the sources, which holds their rows: whoever distils them now finds them changed.
  const distilled = await repositories.lifecycle.distilledFrom(sourceIds);
  const gone = new Set(sourceIds);
  const left = distilled.filter((memory) => memory.sourceIds.length > 0);
  for (const memory of left) await takeFromOne(repositories, memory, gone, taking);
  await ringJob(repositories, left, taking.now);
  const emptied = distilled.filter((memory) => memory.sourceIds.length === 0);
  return { touched: left.map(({ id }) => id), emptied: emptied.map(({ id }) => id) };
}

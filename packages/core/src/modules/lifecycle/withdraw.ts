import type { DistilledMemory, TenantRepositories } from '../../ports/records.js';
import { changeMemory } from '../facts/memory-keys.js';
import { difference, historyView } from '../memories/memory-view.js';
import { contentHash } from '../memories/normalise.js';
import { METHOD, type Sentence, sentencesIn } from './compose.js';

/**
 * What distilled memories lose at once, in the transaction that takes their sources away, by cutting alone. What they then say
 * is read, and composed of the sources that are left, by the job that is rung.
 */

const ringJob = ({ outbox }: TenantRepositories, ids: readonly string[], now: Date) =>
  outbox.ring(
    ids.map((ref) => ({ kind: 'distil', ref })),
    now,
    now,
  );

/** Has what was made of these made anew: they changed, or hold again. Until then it stays as it is. */
export async function remakeDistilled(
  repositories: TenantRepositories,
  sourceIds: readonly string[],
  now: Date,
): Promise<void> {
  const distilled = await repositories.lifecycle.distilledFrom(sourceIds);
  await ringJob(
    repositories,
    distilled.map(({ id }) => id),
    now,
  );
}

interface Left {
  content: string;
  sentences: Sentence[];
}

/** The sentences of other sources, word for word; null where it cannot be told which words are whose. */
function withoutSources({ content, provenance }: DistilledMemory, gone: ReadonlySet<string>): Left | null {
  const told = provenance?.method === METHOD ? sentencesIn(content, provenance.sentences) : null;
  if (!told) return null;
  const left: Left = { content: '', sentences: [] };
  for (const { sourceId, start, end } of told) {
    if (gone.has(sourceId)) continue;
    const from = left.content === '' ? 0 : left.content.length + 1;
    left.content += left.content === '' ? content.slice(start, end) : `\n${content.slice(start, end)}`;
    left.sentences.push({ sourceId, start: from, end: left.content.length });
  }
  return left;
}

interface Taking {
  now: Date;
  /** Those of the sources: they go, unless a source that is left has them. */
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
  const content = left?.content ?? '';
  const after = await changeMemory(
    repositories,
    id,
    {
      content,
      contentHash: content === '' ? '' : contentHash(content),
      tags: memory.tags.filter((tag) => !tags.has(tag) || kept.has(tag)),
      provenance: { ...memory.provenance, sources: remaining, sentences: left?.sentences ?? [] },
      hiddenAt: content === '' ? now : null,
    },
    now,
  );
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
  const touched = left.map(({ id }) => id);
  await ringJob(repositories, touched, taking.now);
  return { touched, emptied: distilled.filter((memory) => memory.sourceIds.length === 0).map(({ id }) => id) };
}

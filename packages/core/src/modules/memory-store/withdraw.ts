import type {
  DistilledMemory,
  MemoryChanges,
  MemoryKeys,
  MemoryRecord,
  TenantRepositories,
} from '../../ports/records.js';
import { changeMemory, contentHash, rewriteMemories } from '../facts/facts.js';
import { chunksOf } from '../in-parts.js';
import { inLines } from './compose.js';
import { attributedIn, isRewritten } from './distilled-parts.js';
import { difference, historyView } from './memory-view.js';

/** The job composes the distilled memory again from the sources that are left. It may wait for a model. */

const ringJob = ({ outbox }: TenantRepositories, distilled: readonly { id: string }[], now: Date) =>
  outbox.enqueue(
    distilled.map(({ id }) => ({ kind: 'distil', ref: id })),
    now,
    now,
  );

/** Distilled memories that are changed at once. A client may import any number from one source. */
const TOGETHER = 50;

/** For sources that changed or hold again. The distilled memory stays as it is until then. */
export async function remakeDistilled(
  repositories: TenantRepositories,
  sourceIds: readonly string[],
  now: Date,
): Promise<void> {
  const { lifecycle } = repositories;
  for (const some of chunksOf(await lifecycle.distilledFrom(sourceIds), TOGETHER)) {
    await ringJob(repositories, await lifecycle.lock(some), now);
  }
}

/** The sentences of the remaining sources. Null when the sentences cannot be attributed. */
function withoutSources(memory: DistilledMemory, gone: ReadonlySet<string>) {
  const { content } = memory;
  const left = attributedIn(memory)?.filter(({ sourceId }) => !gone.has(sourceId));
  return left
    ? inLines(left.map(({ sourceId, start, end }) => ({ text: content.slice(start, end), attribution: { sourceId } })))
    : null;
}

/** A memory with empty content is hidden. */
const saying = (content: string) => ({
  content,
  contentHash: content === '' ? '' : contentHash(content),
  hidden: content === '',
});

/** Null when the memory is gone. */
export function rewriteDistilled(
  repositories: TenantRepositories,
  { id }: DistilledMemory,
  { content, ...changes }: MemoryChanges & { content: string },
  now: Date,
  keys?: MemoryKeys,
): Promise<MemoryRecord | null> {
  const { hidden, ...said } = saying(content);
  return changeMemory(repositories, id, { ...changes, ...said, hiddenAt: hidden ? now : null }, now, keys);
}

interface Taking {
  now: Date;
  /** Tags of the removed sources. They go unless a remaining source has them. */
  tags: ReadonlySet<string>;
}

const remainingOf = ({ sourceIds }: DistilledMemory, gone: ReadonlySet<string>) =>
  sourceIds.filter((sourceId) => !gone.has(sourceId));

/** Tags by the id of a source that is left. Read where a tag may go alone. */
async function tagsLeft(
  { memories }: TenantRepositories,
  distilled: readonly DistilledMemory[],
  { gone, tags }: { gone: ReadonlySet<string>; tags: ReadonlySet<string> },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const doubtful = distilled.filter((memory) => memory.tags.some((tag) => tags.has(tag)));
  const ids = [...new Set(doubtful.flatMap((memory) => remainingOf(memory, gone)))];
  const rows = ids.length === 0 ? [] : await memories.tagsOf(ids);
  return new Map(rows.map((row) => [row.id, row.tags]));
}

async function takeFromSome(
  repositories: TenantRepositories,
  distilled: readonly DistilledMemory[],
  gone: ReadonlySet<string>,
  { now, tags }: Taking,
): Promise<void> {
  const { history, idempotency } = repositories;
  const tagsOf = await tagsLeft(repositories, distilled, { gone, tags });
  const rows = distilled.map((memory) => {
    const remaining = remainingOf(memory, gone);
    const left = memory.hidden ? null : withoutSources(memory, gone);
    const kept = new Set(remaining.flatMap((sourceId) => tagsOf.get(sourceId) ?? []));
    return {
      ...{ id: memory.id, ...saying(left?.content ?? '') },
      tags: memory.tags.filter((tag) => !tags.has(tag) || kept.has(tag)),
      provenance: { ...memory.provenance, sources: remaining, sentences: left?.sentences ?? [] },
    };
  });
  const written = [...(await rewriteMemories(repositories, rows, now)).values()];
  const ids = written.map(({ id }) => id);
  await history.forget(ids);
  await history.add(
    written.map((memory) => ({
      ...{ memoryId: memory.id, version: memory.version, change: 'source_withdrawn', at: now },
      ...{ before: null, after: difference({}, historyView(memory)).after },
    })),
  );
  await idempotency.forget(ids);
}

interface Sparing {
  /** The sources are only replaced: what a client wrote stays as it is. */
  keepsRewritten?: boolean;
  /** Ids of memories that stay as they are. */
  spares?: ReadonlySet<string>;
}

/** Cuts out the sources' sentences, or hides the memory if they are unattributed. `touched` are to be indexed. */
export async function takeFromDistilled(
  repositories: TenantRepositories,
  sourceIds: readonly string[],
  { keepsRewritten = false, spares = new Set(), ...taking }: Taking & Sparing,
): Promise<{ touched: string[]; emptied: string[] }> {
  const { lifecycle } = repositories;
  const gone = new Set(sourceIds);
  const [touched, emptied]: [string[], string[]] = [[], []];
  // Read after the change of the sources, whose locked rows keep others from distilling them unnoticed.
  for (const some of chunksOf(await lifecycle.distilledFrom(sourceIds), TOGETHER)) {
    const distilled = await lifecycle.distilled(some);
    const isSpared = (memory: DistilledMemory) =>
      spares.has(memory.id) || (keepsRewritten && isRewritten(memory) && !memory.hidden);
    const left = distilled.filter((memory) => memory.sourceIds.length > 0 && !isSpared(memory));
    if (left.length > 0) await takeFromSome(repositories, left, gone, taking);
    await ringJob(repositories, left, taking.now);
    touched.push(...left.map(({ id }) => id));
    emptied.push(...distilled.filter((memory) => memory.sourceIds.length === 0).map(({ id }) => id));
  }
  return { touched, emptied };
}

import { isProblem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { Lexicon } from '../../ports/lexicon.js';
import type { Records } from '../../ports/records.js';
import type { IndexModel, IndexRebuild, VectorIndex } from '../../ports/vector-index.js';
import { chunksOf, pagesOf } from '../in-parts.js';
import { type EmbeddedText, type MemoryVectors, textHash } from '../indexing/memory-vectors.js';
import { createWriteStates, type WriteStates } from '../indexing/write-states.js';
import { compareIndex, differenceCount, type Reconciler } from './reconciler.js';

export interface ReindexDependencies {
  records: Records;
  index: VectorIndex;
  memoryVectors: MemoryVectors;
  /** Set when the embedder changes. `activate` puts it into use in all processes. */
  change?: { model: IndexModel; activate(): Promise<void> };
  lexicon: Lexicon;
  reconciler: Reconciler;
  clock: Clock;
  onProgress: (progress: ReindexProgress) => void;
  /** Throws when another process has taken over the work. */
  check?: () => void;
}

export interface ReindexProgress {
  stage: 'fill' | 'catch up' | 'check';
  tenants: number;
  /** Rows written so far; in the last stage, rows that were repaired. */
  rows: number;
}

const TENANTS = 100;
/** A second or two of the model's time. */
const ROWS = 50;
/** Rows changed during a pass. Fewer are left to the check after the switch. */
const FEW = 20;
const MOST_PASSES = 10;

/** Memories that may be left without a vector. More of them say that the embedder is at fault, not what they say. */
const MOST_REFUSED = 1000;

export interface Refused {
  tenant: TenantId;
  id: string;
}

/** A text at which the embedder fails while it answers to others; an outage is another problem. */
const isOfText = (error: unknown) => isProblem(error) && error.problem === 'unprocessable';

/** One by one where the embedder refuses one of several, so that its neighbours get their vectors. */
function createRefusalsApart({ make }: Pick<MemoryVectors, 'make'>) {
  const refused = new Map<string, Refused & { hash: string }>();
  const keyOf = (tenant: TenantId, { id }: EmbeddedText) => `${tenant} ${id}`;
  const makeAll = async (tenant: TenantId, memories: readonly EmbeddedText[]) => {
    await make(tenant, memories);
    // One of them may have been refused when it said something else.
    for (const memory of memories) refused.delete(keyOf(tenant, memory));
  };
  const makeOne = async (tenant: TenantId, memory: EmbeddedText) => {
    try {
      await makeAll(tenant, [memory]);
    } catch (error) {
      if (!isOfText(error) || refused.size === MOST_REFUSED) throw error;
      refused.set(keyOf(tenant, memory), { tenant, id: memory.id, hash: textHash(memory) });
    }
  };
  return {
    refused: () => [...refused.values()].map(({ tenant, id }): Refused => ({ tenant, id })),
    async make(tenant: TenantId, memories: readonly EmbeddedText[]): Promise<void> {
      const asked = memories.filter((memory) => refused.get(keyOf(tenant, memory))?.hash !== textHash(memory));
      if (asked.length === 0) return;
      try {
        await makeAll(tenant, asked);
      } catch (error) {
        if (!isOfText(error)) throw error;
        for (const memory of asked) await makeOne(tenant, memory);
      }
    },
  };
}

/** They are tried again, counted as without a vector, and given up like others. */
async function enqueueRefused(
  refused: readonly Refused[],
  { records, clock }: Pick<ReindexDependencies, 'records' | 'clock'>,
): Promise<void> {
  for (const { tenant, id } of refused) {
    const now = clock.now();
    await records.forTenant(tenant).outbox.enqueue([{ kind: 'embed', ref: id }], now, now);
  }
}

/** Answers the number of rows that were written or removed. */
async function fill(
  tenant: TenantId,
  records: Records,
  { rebuild, writeStates, check }: { rebuild: IndexRebuild; writeStates: WriteStates; check: (() => void) | undefined },
): Promise<number> {
  const { memories } = records.forTenant(tenant);
  const { missing, stale, extra } = await compareIndex(tenant, { records, index: rebuild });
  const ids = [...missing, ...stale, ...extra];
  for (const asked of chunksOf(ids, ROWS)) {
    check?.();
    const states = await memories.indexStates(asked);
    const known = new Set(states.map(({ id }) => id));
    await writeStates(tenant, states);
    const gone = asked.filter((id) => !known.has(id));
    if (gone.length > 0) await rebuild.remove(tenant, gone);
  }
  return ids.length;
}

/**
 * Fills a new index beside the old one, switches over, and repairs what was written meanwhile. Answers the memories that
 * the embedder refused: words find them, and each has a job.
 */
export async function reindex({
  records,
  index,
  memoryVectors,
  lexicon,
  reconciler,
  clock,
  onProgress,
  change,
  check,
}: ReindexDependencies): Promise<Refused[]> {
  const rebuild = await index.rebuild(change?.model);
  const apart = createRefusalsApart(memoryVectors);
  const writeStates = createWriteStates({
    index: rebuild,
    vectorsOf: async (tenant, memories) => {
      await apart.make(tenant, memories);
      return memoryVectors.of(tenant, memories);
    },
    lexicon,
  });
  const pass = async (stage: ReindexProgress['stage'], work: (tenant: TenantId) => Promise<number>) => {
    const progress = { stage, tenants: 0, rows: 0 };
    for await (const tenants of pagesOf(TENANTS, (last: TenantId | null) => records.tenants(last, TENANTS))) {
      for (const tenant of tenants) {
        check?.();
        progress.rows += await work(tenant);
        progress.tenants += 1;
        onProgress({ ...progress });
      }
    }
    return progress.rows;
  };
  const fillAll = (stage: ReindexProgress['stage']) =>
    pass(stage, (tenant) => fill(tenant, records, { rebuild, writeStates, check }));
  try {
    let changed = await fillAll('fill');
    for (let passes = 1; changed > FEW && passes < MOST_PASSES; passes += 1) changed = await fillAll('catch up');
    check?.();
    await rebuild.replace();
    await change?.activate();
  } catch (error) {
    await rebuild.abandon().catch(() => undefined);
    throw error;
  }
  // Only now: the embedder of before would find nothing to do and end the jobs.
  await enqueueRefused(apart.refused(), { records, clock });
  // A writer to the old index may mark its row as indexed only now, so pending rows are enqueued once more.
  await pass('check', async (tenant) => differenceCount(await reconciler.repair(tenant, { pending: true })));
  return apart.refused();
}

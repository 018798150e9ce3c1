import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Lexicon } from '../../ports/lexicon.js';
import type { Records } from '../../ports/records.js';
import type { IndexModel, IndexRebuild, VectorIndex } from '../../ports/vector-index.js';
import type { MemoryVectors } from '../embedding/memory-vectors.js';
import { chunksOf, pagesOf } from '../in-parts.js';
import { createWriteStates, type WriteStates } from '../indexing/write-states.js';
import { compareIndex, differenceCount, type Reconciler } from './reconciler.js';

export interface ReindexDependencies {
  records: Records;
  index: VectorIndex;
  /** The vectors of the embedder that the new index is for. */
  memoryVectors: MemoryVectors;
  /** Given when that embedder is not the one in use: its model, and a function that puts it in use in all processes. */
  change?: { model: IndexModel; activate(): Promise<void> };
  lexicon: Lexicon;
  reconciler: Reconciler;
  onProgress: (progress: ReindexProgress) => void;
  /** Throws where another process has taken the work over. */
  check?: () => void;
}

export interface ReindexProgress {
  stage: 'fill' | 'catch up' | 'check';
  tenants: number;
  /** Rows written to the new index so far; in the last stage, rows that were put right. */
  rows: number;
}

const TENANTS = 100;
/** A second or two of a model's time. */
const ROWS = 50;
/** Rows that changed while the last pass ran; fewer are left to the check after the change-over. */
const FEW = 20;
const MOST_PASSES = 10;

/** Brings the new index to what the records say of one tenant now. Answers how many rows that took. */
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
 * Fills a new index beside the one in use, puts it in its place, and repairs what was written meanwhile. Queries are answered
 * all the time, by the old index until the change-over. Doing it again after an interruption begins anew.
 */
export async function reindex({
  records,
  index,
  memoryVectors,
  lexicon,
  reconciler,
  onProgress,
  change,
  check,
}: ReindexDependencies): Promise<void> {
  const rebuild = await index.rebuild(change?.model);
  const writeStates = createWriteStates({
    index: rebuild,
    vectorsOf: async (tenant, memories) => {
      await memoryVectors.make(tenant, memories);
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
  // A writer to the old index may mark its row as indexed only now, so pending rows are enqueued once more.
  await pass('check', async (tenant) => differenceCount(await reconciler.repair(tenant, { pending: true })));
}

import type { JobKey } from '../../ports/job-queue.js';
import type { DistilledMemory, Lease, MemoryKeys, MemoryRecord, TenantRepositories } from '../../ports/records.js';
import { keysOf, unread } from '../facts/facts.js';
import type { MemoryServiceDependencies } from '../memories/memory-dependencies.js';
import { difference, historyView } from '../memories/memory-view.js';
import { lockOwners } from '../memories/remove-memories.js';
import type { OutboxTask } from '../outbox/outbox-worker.js';
import type { Distillate } from './compose.js';
import { type DistilDependencies, distilAhead, stateOf } from './distil-ahead.js';
import { provenanceOf } from './distil-work.js';
import { rewriteDistilled } from './withdraw.js';

interface Remade {
  sources: string;
  from: readonly MemoryRecord[];
  composed: Distillate;
  keys: MemoryKeys;
}

/** The sources that still hold. */
const sourcesOf = async ({ memories }: TenantRepositories, { sourceIds }: DistilledMemory) =>
  (await memories.getMany(sourceIds)).filter(({ invalidAt }) => invalidAt === null);

/** Makes a distilled memory again from the sources that still hold. Starts again if a source changes meanwhile. */
export function createDistilTask(
  dependencies: DistilDependencies & Pick<MemoryServiceDependencies, 'records' | 'facts' | 'indexing' | 'clock'>,
): OutboxTask {
  const { records, facts, indexing, clock } = dependencies;

  const remake = async ({ tenant, ref }: JobKey): Promise<Remade | null> => {
    const own = records.forTenant(tenant);
    const [memory] = await own.lifecycle.distilled([ref]);
    if (!memory) return null;
    const sources = await sourcesOf(own, memory);
    const composed = (await distilAhead(tenant, [sources], dependencies))(sources);
    const [reading] = await facts.readToKeep(tenant, [composed.content]);
    const keys = reading ? keysOf(tenant, { ...memory, speaker: null }, reading) : unread;
    return { sources: stateOf(sources), from: sources, composed, keys };
  };

  const settle = async (
    repositories: TenantRepositories,
    { kind, ref }: JobKey,
    lease: Lease,
    remade: Remade | null,
  ) => {
    await lockOwners(repositories, [ref]);
    if (!(await repositories.outbox.holds({ kind, ref }, lease))) return true;
    const [before] = await repositories.lifecycle.distilled([ref]);
    if (before && remade) {
      if (stateOf(await sourcesOf(repositories, before)) !== remade.sources) return false;
      const { composed, keys, from } = remade;
      const { content } = composed;
      const now = clock.now();
      const provenance = provenanceOf(composed, from, before.provenance?.runId);
      const after = await rewriteDistilled(repositories, before, { content, provenance }, now, keys);
      if (after && content !== before.content) {
        const changes = difference({ ...historyView(after), content: before.content }, historyView(after));
        await repositories.history.add([
          { memoryId: ref, version: after.version, change: 'remade', at: now, ...changes },
        ]);
      }
    }
    await repositories.outbox.done({ kind, ref }, lease);
    return true;
  };

  return {
    concurrency: 1,
    async run(job, lease) {
      const own = records.forTenant(job.tenant);
      let isDone = false;
      while (!isDone) {
        const remade = await remake(job);
        isDone = await own.transaction((repositories) => settle(repositories, job, lease, remade));
      }
      await indexing.syncNow(job.tenant, [job.ref]);
    },
  };
}

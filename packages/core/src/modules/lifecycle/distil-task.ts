import type { JobKey } from '../../ports/job-queue.js';
import type { DistilledMemory, DistilSource, Lease, MemoryKeys, TenantRepositories } from '../../ports/records.js';
import { keysOf, unread } from '../facts/facts.js';
import { type Distillate, MOST_SOURCES } from '../memory-store/compose.js';
import { isRewritten } from '../memory-store/distilled-parts.js';
import { lockOwners } from '../memory-store/lock-owners.js';
import type { MemoryServiceDependencies } from '../memory-store/memory-dependencies.js';
import { difference, historyView } from '../memory-store/memory-view.js';
import { rewriteDistilled } from '../memory-store/withdraw.js';
import { NotYet } from '../outbox/failures.js';
import type { OutboxTask } from '../outbox/outbox-worker.js';
import { type DistilDependencies, distilAhead, stateOf } from './distil-ahead.js';
import { provenanceOf } from './distil-work.js';

/** Tries of one run. Other memories wait while the sources of one keep changing. */
const ROUNDS = 3;
/** The pause before the next run, ms. */
const AGAIN = 500;

interface Remade {
  /** The state of the sources. */
  state: string;
  from: readonly Pick<DistilSource, 'id' | 'provenance'>[];
  composed: Distillate;
  keys: MemoryKeys;
}

/** A client wrote it, and none of its sources was deleted since. */
const staysAsItIs = (memory: DistilledMemory): boolean => isRewritten(memory) && !memory.hidden;

/** The sources that still hold. Their texts are read once, outside the transaction. */
const sourcesOf = ({ lifecycle }: TenantRepositories, { sourceIds }: DistilledMemory) =>
  lifecycle.sourceVersions(sourceIds, MOST_SOURCES);

/** Makes a distilled memory again from the sources that still hold. Starts again if a source changes meanwhile. */
export function createDistilTask(
  dependencies: DistilDependencies & Pick<MemoryServiceDependencies, 'records' | 'facts' | 'indexing' | 'clock'>,
): OutboxTask {
  const { records, facts, indexing, clock } = dependencies;

  const remake = async ({ tenant, ref }: JobKey): Promise<Remade | null> => {
    const own = records.forTenant(tenant);
    const [memory] = await own.lifecycle.distilled([ref]);
    if (!memory || staysAsItIs(memory)) return null;
    const found = await sourcesOf(own, memory);
    const sources = await own.lifecycle.sources(found.map(({ id }) => id));
    const composed = (await distilAhead(tenant, [sources], dependencies))(sources);
    const [reading] = await facts.readToKeep(tenant, [composed.content]);
    const keys = reading ? keysOf(tenant, { ...memory, speaker: null }, reading) : unread;
    const from = sources.map(({ id, provenance }) => ({ id, provenance }));
    return { state: stateOf(sources), from, composed, keys };
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
    if (before && remade && !staysAsItIs(before)) {
      if (stateOf(await sourcesOf(repositories, before)) !== remade.state) return false;
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
      for (let round = 0; round < ROUNDS; round += 1) {
        const remade = await remake(job);
        if (await own.transaction((repositories) => settle(repositories, job, lease, remade))) {
          await indexing.syncNow(job.tenant, [job.ref]);
          return;
        }
      }
      throw new NotYet('The sources kept changing while they were distilled; the job is tried again.', AGAIN);
    },
  };
}

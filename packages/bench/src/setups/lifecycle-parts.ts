import type { Caller } from '@hippocamp/core/modules/caller';
import { createLifecycleService } from '@hippocamp/core/modules/lifecycle/lifecycle-service';
import { createLifecycleTask } from '@hippocamp/core/modules/lifecycle/lifecycle-task';
import { newMemory } from '@hippocamp/core/modules/memory-store/new-memory';
import { startOutboxWorkers } from '@hippocamp/core/modules/outbox/outbox-worker';
import { openComponents } from '@hippocamp/runtime/components';
import type { Settings } from '@hippocamp/runtime/settings';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { LifecycleAnswer } from '@hippocamp/shared/schemas/lifecycle';
import type { MemoryCreate } from '@hippocamp/shared/schemas/memories';

export interface LifecycleParts {
  /** `occurredAt` becomes the creation time; nothing is indexed. */
  fill(memories: readonly MemoryCreate[]): Promise<void>;
  run(options: { dryRun: boolean }): Promise<LifecycleAnswer>;
  read(): Promise<number>;
  close(): Promise<void>;
}

const PAGE = 1000;
/** ms, longer than any run that is measured. */
const WAIT = 3_600_000;

/** No sweeper runs. */
export async function openLifecycleParts(settings: Settings): Promise<LifecycleParts> {
  const components = await openComponents(settings);
  const { records, facts, ageing, clock, ids } = components;
  const policies = { ...settings.policies, lifecycleWait: WAIT };
  const tenant = 'bench-lifecycle' as TenantId;
  const own = records.forTenant(tenant);
  const caller: Caller = { tenant, scopes: new Set(), requestId: 'bench' };
  const lifecycle = createLifecycleService({ ...components, policies });
  startOutboxWorkers({
    ...components,
    lease: policies.lease,
    leastAttempts: policies.leastAttempts,
    retryTime: policies.retryTime,
    tasks: { lifecycle: createLifecycleTask({ ...components, policies, concurrency: 1 }) },
  });
  return {
    async fill(memories) {
      const readings = await facts.readToKeep(
        tenant,
        memories.map(({ content }) => content),
      );
      const rows = memories.flatMap((memory, place) => {
        const now = memory.occurredAt ? new Date(memory.occurredAt) : clock.now();
        const reading = readings[place];
        return reading ? [newMemory(ids.next(), memory, reading, { tenant, ageing, now })] : [];
      });
      await own.memories.insert(rows);
    },
    async run({ dryRun }) {
      return (await lifecycle.run(caller, { dryRun, triggeredBy: 'bench' }, { respondAsync: false })).result;
    },
    async read() {
      let count = 0;
      const distilBefore = new Date(clock.now().getTime() - policies.distilAge);
      for (let after: string | null = null; ; ) {
        const page: { id: string }[] = await own.lifecycle.scan(after, PAGE, distilBefore);
        count += page.length;
        if (page.length < PAGE) return count;
        after = page.at(-1)?.id ?? null;
      }
    },
    async close() {
      await components.queue.close(settings.stopTimeout);
      await components.close();
    },
  };
}

import { performance } from 'node:perf_hooks';
import { readSettings } from '@hippocamp/runtime/settings';
import type { LifecycleAnswer } from '@hippocamp/shared/schemas/lifecycle';
import { generateMemories, take } from '../data/memories.js';
import { residentMemory } from '../processes/resident-memory.js';
import { temporaryFolder } from '../processes/temporary-folder.js';
import type { Progress } from '../report/progress.js';
import { openLifecycleParts } from '../setups/lifecycle-parts.js';

export interface LifecycleTimes {
  /** Memories of the tenant, and those that a run reads; the others can never be due. */
  size: number;
  read: number;
  /** ms. */
  times: Record<'reading the same rows once' | 'dry run' | 'run' | 'run again', number>;
  summary: LifecycleAnswer['summary'];
  /** MiB of this process with its engine, before the runs and at the peak; null where there is no /proc. */
  resident: { before: number; peak: number } | null;
}

const BATCH = 500;

const timed = async <Result>(work: () => Promise<Result>): Promise<{ result: Result; time: number }> => {
  const start = performance.now();
  return { result: await work(), time: performance.now() - start };
};

export async function measureLifecycle(size: number, progress: Progress): Promise<LifecycleTimes> {
  const folder = temporaryFolder();
  const parts = await openLifecycleParts(
    readSettings({ HIPPOCAMP_DATA: folder, LOG_LEVEL: 'error', EMBEDDER: 'words' }),
  );
  try {
    const memories = generateMemories(size, new Date());
    for (let sent = 0; sent < size; sent += BATCH) {
      const batch = take(memories, Math.min(BATCH, size - sent));
      await parts.fill(batch.map((memory) => ({ ...memory, tags: [] })));
      progress.update(`lifecycle: ${sent + BATCH} of ${size} memories`);
    }
    const before = await residentMemory(process.pid);
    progress.say(`lifecycle of ${size} memories`);
    const reading = await timed(parts.read);
    const dry = await timed(() => parts.run({ dryRun: true }));
    const real = await timed(() => parts.run({ dryRun: false }));
    const again = await timed(() => parts.run({ dryRun: false }));
    const after = await residentMemory(process.pid);
    return {
      size,
      read: reading.result,
      times: {
        'reading the same rows once': reading.time,
        'dry run': dry.time,
        run: real.time,
        'run again': again.time,
      },
      summary: real.result.summary,
      resident: before && after ? { before: before.now, peak: after.peak } : null,
    };
  } finally {
    await parts.close();
  }
}

import type { Clock } from '@hippocamp/core/ports/clock';
import type { JobQueue } from '@hippocamp/core/ports/job-queue';
import type { Records } from '@hippocamp/core/ports/records';
import type { VectorIndex } from '@hippocamp/core/ports/vector-index';
import type { Ready } from '@hippocamp/shared/schemas/system';

type Check = { ok: boolean; detail: string };

const check = async (work: () => Promise<string>): Promise<Check> => {
  try {
    return { ok: true, detail: await work() };
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
};

/** Asks each engine whether it answers. */
export const createReadiness =
  ({ records, index, queue, clock }: { records: Records; index: VectorIndex; queue: JobQueue; clock: Clock }) =>
  async (): Promise<Ready> => {
    const checks = {
      records: await check(async () => {
        await records.ping();
        return records.kind;
      }),
      index: await check(async () => {
        await index.ping();
        return 'exact search in the records’ engine';
      }),
      queue: await check(async () => {
        const depth = Object.values(await queue.depth());
        const waiting = depth.reduce((sum, lane) => sum + lane.waiting + lane.running, 0);
        return `in this process, ${waiting} jobs under way`;
      }),
      outbox: await check(async () => {
        const rows = await records.outbox.counts(clock.now());
        const dead = rows.reduce((sum, row) => sum + row.dead, 0);
        const waiting = rows.reduce((sum, row) => sum + row.waiting, 0);
        return `${waiting} waiting, ${dead} dead`;
      }),
    };
    return {
      status: Object.values(checks).every(({ ok }) => ok) ? 'ready' : 'not_ready',
      mode: 'embedded',
      checks,
      notes: [
        'Data survives a restart and a kill of the process; it may not survive a power cut, because PGlite does not fsync.',
        'One process at a time may use the data folder.',
      ],
    };
  };

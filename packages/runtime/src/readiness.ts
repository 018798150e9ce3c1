import { settlesWithin } from '@hippocamp/core/modules/settles-within';
import type { Ready } from '@hippocamp/shared/schemas/system';
import type { Components } from './components.js';

type Check = { ok: boolean; detail: string };

/** An engine that hangs is down too. */
const PATIENCE = 2000;

const check = async (work: () => Promise<string>): Promise<Check> => {
  let detail = '';
  const asked = work().then((answer) => {
    detail = answer;
  });
  try {
    if (await settlesWithin(asked, PATIENCE)) return { ok: true, detail };
    asked.catch(() => undefined);
    return { ok: false, detail: `no answer within ${PATIENCE} ms` };
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
};

const notes: Record<Components['mode'], string[]> = {
  embedded: [
    'Data survives a restart and a kill of the process; it may not survive a power cut, because PGlite does not fsync.',
    'One process at a time may use the data folder.',
  ],
  production: [
    'Ready means that the records answer. Without the index, searches are refused and writes go on; without the queue, ' +
      'ingests are accepted and done later.',
  ],
};

type Asked = Pick<Components, 'mode' | 'records' | 'index' | 'queue' | 'clock' | 'about'>;

const askAll = async ({ records, index, queue, clock, about }: Asked) => {
  const named = (part: string) => about[part] ?? part;
  const checks = {
    records: check(async () => {
      await records.ping();
      return named('records');
    }),
    index: check(async () => {
      await index.ping();
      return named('index');
    }),
    queue: check(async () => {
      await queue.ping();
      return named('queue');
    }),
    outbox: check(async () => {
      const rows = await records.outbox.counts(clock.now());
      const dead = rows.reduce((sum, row) => sum + row.dead, 0);
      const waiting = rows.reduce((sum, row) => sum + row.waiting, 0);
      return `${waiting} waiting, ${dead} dead`;
    }),
  };
  const entries = Object.entries(checks).map(async ([name, asked]) => [name, await asked] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<keyof typeof checks, Check>;
};

/** Asks each engine whether it answers. What can be done without an engine goes on without it, so only the records decide. */
export function createReadiness(components: Asked): { check(): Promise<Ready>; retire(): void } {
  let retired = false;
  return {
    async check() {
      const checks = await askAll(components);
      const stopping: Record<string, Check> = retired ? { process: { ok: false, detail: 'stopping' } } : {};
      return {
        status: checks.records.ok && !retired ? 'ready' : 'not_ready',
        mode: components.mode,
        checks: { ...checks, ...stopping },
        notes: notes[components.mode],
      };
    },
    retire() {
      retired = true;
    },
  };
}

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';

/** Who holds a lock, told so that another process can judge whether it still runs. */
export interface Holder {
  /** Makes the content of each lock unlike any other. */
  id: string;
  pid: number;
  startedAt: string;
  hostname: string;
  /** When the process started, in ticks since the machine did; null where the system does not tell. */
  processStart: string | null;
  /** Changes with each start of the machine; null where the system does not tell. */
  bootId: string | null;
}

const readOrNull = (path: string) => readFile(path, 'utf8').catch(() => null);

/** Fields 3 (state) and 22 (start) of /proc/<pid>/stat; the second field may hold spaces and brackets. */
async function readStat(pid: number): Promise<{ state: string; start: string } | null> {
  const fields = (await readOrNull(`/proc/${pid}/stat`))?.replace(/^.*\) /s, '').split(' ');
  const [state, start] = [fields?.[0], fields?.[19]];
  return state && start ? { state, start } : null;
}

const readBootId = async () => (await readOrNull('/proc/sys/kernel/random/boot_id'))?.trim() ?? null;

export async function describeThisProcess(): Promise<Holder> {
  return {
    id: randomUUID(),
    pid: process.pid,
    startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    hostname: hostname(),
    processStart: (await readStat(process.pid))?.start ?? null,
    bootId: await readBootId(),
  };
}

function existsProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** "gone" only where that is certain; of another machine nothing can be said. */
export async function judge(holder: Holder): Promise<'running' | 'gone' | 'unknown'> {
  if (holder.hostname !== hostname()) return 'unknown';
  if (holder.bootId && holder.bootId !== (await readBootId())) return 'gone';
  if (!existsProcess(holder.pid)) return 'gone';
  const stat = await readStat(holder.pid);
  if (!stat) return 'running';
  const isDead = 'ZX'.includes(stat.state);
  const isAnother = holder.processStart !== null && holder.processStart !== stat.start;
  return isDead || isAnother ? 'gone' : 'running';
}

import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';

/** Linux counts in these, whatever its clock does (`getconf CLK_TCK`). */
const TICKS_PER_SECOND = 100;

/** Seconds, of what Linux writes in /proc/<pid>/stat: user and system time are the 14th and 15th word; the 2nd is a name in brackets. */
export function parseStat(stat: string): number {
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(afterName[11]) + Number(afterName[12])) / TICKS_PER_SECOND;
}

const cpuTime = async (pid: number): Promise<number> => parseStat(await readFile(`/proc/${pid}/stat`, 'utf8'));

/** Seconds that processes have computed, all their threads together; null where there is no /proc. */
export async function cpuTimes(pids: readonly number[]): Promise<number | null> {
  const times = await Promise.all(pids.map(cpuTime)).catch(() => null);
  return times?.reduce((sum, time) => sum + time, 0) ?? null;
}

/** Seconds that the cores of the machine have had nothing to do, all together. */
export const idleTime = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0) / 1000;

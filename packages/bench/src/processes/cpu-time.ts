import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';

/** Linux counts in 1/100 s, whatever its clock does (`getconf CLK_TCK`). */
const TICKS_PER_SECOND = 100;

/** Seconds from /proc/<pid>/stat: user and system time are words 14 and 15; word 2 is a name in brackets. */
export function parseStat(stat: string): number {
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(afterName[11]) + Number(afterName[12])) / TICKS_PER_SECOND;
}

const cpuTime = async (pid: number): Promise<number> => parseStat(await readFile(`/proc/${pid}/stat`, 'utf8'));

/** CPU seconds of all threads of the processes; null where there is no /proc. */
export async function cpuTimes(pids: readonly number[]): Promise<number | null> {
  const times = await Promise.all(pids.map(cpuTime)).catch(() => null);
  return times?.reduce((sum, time) => sum + time, 0) ?? null;
}

/** Idle seconds, summed over all cores. */
export const idleTime = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0) / 1000;

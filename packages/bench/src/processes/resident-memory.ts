import { readFile } from 'node:fs/promises';

/** MiB of physical memory. */
export interface ResidentMemory {
  now: number;
  peak: number;
}

const mebibytes = (status: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) / 1024;

/** Of what Linux writes in /proc/<pid>/status. */
export const parseStatus = (status: string): ResidentMemory => ({
  now: mebibytes(status, 'VmRSS'),
  peak: mebibytes(status, 'VmHWM'),
});

/** Of a process; null where there is no /proc. */
export async function residentMemory(pid: number): Promise<ResidentMemory | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  return status === null ? null : parseStatus(status);
}

import { readFile } from 'node:fs/promises';

/** MiB of physical memory. */
export interface ResidentMemory {
  now: number;
  peak: number;
}

const mebibytes = (status: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) / 1024;

export const parseStatus = (status: string): ResidentMemory => ({
  now: mebibytes(status, 'VmRSS'),
  peak: mebibytes(status, 'VmHWM'),
});

/** Null where there is no /proc. */
export async function residentMemory(pid: number): Promise<ResidentMemory | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  return status === null ? null : parseStatus(status);
}

/** MiB of physical memory: all, and the part of no file, which other processes cannot share. */
export interface Pages {
  all: number;
  own: number;
}

export const parsePages = (rollup: string): Pages => ({
  all: mebibytes(rollup, 'Rss'),
  own: mebibytes(rollup, 'Anonymous'),
});

/** Null where there is no /proc. */
export async function residentPages(pid: number): Promise<Pages | null> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => null);
  return rollup === null ? null : parsePages(rollup);
}

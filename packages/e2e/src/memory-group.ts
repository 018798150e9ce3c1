import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A control group of Linux, whose processes together get so much memory and no more. */
export interface MemoryGroup {
  /** The folder of the group. */
  path: string;
  /** Whether the kernel has killed one of them for want of memory. */
  killed(): Promise<boolean>;
  /** Fails while a process is in it. */
  remove(): Promise<void>;
}

interface Version {
  root: string;
  limit: string;
  events: string;
}

const versions: readonly Version[] = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', events: 'memory.oom_control' },
  { root: '/sys/fs/cgroup', limit: 'memory.max', events: 'memory.events' },
];

async function make({ root, limit, events }: Version, bytes: number): Promise<MemoryGroup> {
  const path = join(root, `hippocamp-${randomUUID()}`);
  await mkdir(path);
  const remove = () => rmdir(path);
  try {
    await writeFile(join(path, limit), String(Math.floor(bytes)));
    await readFile(join(path, events));
  } catch (error) {
    await remove();
    throw error;
  }
  const killed = async () => /^oom_kill [1-9]/m.test(await readFile(join(path, events), 'utf8'));
  return { path, killed, remove };
}

/** Null where no such group can be made: it needs Linux, control groups and root. */
export async function createMemoryGroup(bytes: number): Promise<MemoryGroup | null> {
  for (const version of versions) {
    const group = await make(version, bytes).catch(() => null);
    if (group !== null) return group;
  }
  return null;
}

import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';

interface Holder {
  id: string;
  pid: number;
  startedAt: string;
  hostname: string;
  /** Ticks since the machine started; null where the system does not tell. */
  processStart: string | null;
  /** Changes with each start of the machine; null where the system does not tell. */
  bootId: string | null;
}

const readIfThere = (path: string) => readFile(path, 'utf8').catch(() => null);

/** Fields 3 (state) and 22 (start) of /proc/<pid>/stat; the second field may hold spaces and brackets. */
async function readStat(pid: number): Promise<{ state: string; start: string } | null> {
  const fields = (await readIfThere(`/proc/${pid}/stat`))?.replace(/^.*\) /s, '').split(' ');
  const [state, start] = [fields?.[0], fields?.[19]];
  return state && start ? { state, start } : null;
}

const readBootId = async () => (await readIfThere('/proc/sys/kernel/random/boot_id'))?.trim() ?? null;

async function describeThisProcess(): Promise<Holder> {
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

/** "gone" only where that is certain. */
async function judge(holder: Holder): Promise<'running' | 'gone' | 'unknown'> {
  if (holder.hostname !== hostname()) return 'unknown';
  if (holder.bootId && holder.bootId !== (await readBootId())) return 'gone';
  if (!existsProcess(holder.pid)) return 'gone';
  const stat = await readStat(holder.pid);
  if (!stat) return 'running';
  const isDead = 'ZX'.includes(stat.state);
  const isAnother = holder.processStart !== null && holder.processStart !== stat.start;
  return isDead || isAnother ? 'gone' : 'running';
}

export class FolderInUse extends Error {}

interface Lock extends Holder {
  /** Unix socket at which the holder answers other processes. */
  socket?: string;
}

/**
 * One process per folder. The lock file appears complete or not at all (written aside, then linked).
 *
 * A stale lock is never deleted to make room, because another process may have replaced it by then. A successor
 * claims the name of a hash of the stale content, which only one process can create, and then renames its own lock
 * over the stale one. If it dies in between, its claim is stale and can be succeeded in the same way.
 */
const NAME = 'hippocamp.lock';

interface Paths {
  folder: string;
  lock: string;
  claim(content: string): string;
}

const pathsOf = (folder: string): Paths => {
  const lock = join(folder, NAME);
  return {
    folder,
    lock,
    claim: (content) => `${lock}.${createHash('sha256').update(content).digest('hex').slice(0, 32)}`,
  };
};

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

const readOrNull = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
};

const removeIfThere = (path: string) =>
  unlink(path).catch((error) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });

const cannotLink = (paths: Paths, cause: unknown) =>
  new Error(
    `${paths.folder} cannot be locked, because its file system has no hard links (${codeOf(cause)}). Choose a folder on another file system.`,
    { cause },
  );

/** False where the file exists. */
async function appear(content: string, at: string, paths: Paths): Promise<boolean> {
  const aside = `${paths.lock}.${randomUUID()}`;
  await writeFile(aside, content, { flag: 'wx', flush: true });
  try {
    await link(aside, at);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error) ?? '') ? cannotLink(paths, error) : error;
  } finally {
    await removeIfThere(aside);
  }
}

function parse(content: string): Lock | null {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === 'object' && value !== null && 'pid' in value && 'hostname' in value
      ? (value as Lock)
      : null;
  } catch {
    return null;
  }
}

const refusals = {
  running: ({ pid, startedAt }: Holder, { folder }: Paths) =>
    `${folder} is in use by process ${pid}, which has run since ${startedAt}. Stop that process, or choose another folder.`,
  unknown: ({ pid, hostname }: Holder, { folder, lock }: Paths) =>
    `${folder} is in use by process ${pid} of the machine ${hostname}. Stop it there; if it is certain that it no longer runs, delete ${lock}.`,
  unreadable: ({ folder, lock }: Paths) =>
    `${folder} has a lock that cannot be read, so nobody knows which process uses it. If none does, delete ${lock}.`,
};

async function refuseUnlessGone(content: string, paths: Paths): Promise<void> {
  const holder = parse(content);
  if (!holder) throw new Error(refusals.unreadable(paths));
  const verdict = await judge(holder);
  if (verdict !== 'gone') throw new FolderInUse(refusals[verdict](holder, paths));
}

/** Null where the chain changed meanwhile. */
async function claimAfter(first: string, own: string, paths: Paths): Promise<string[] | null> {
  const claims: string[] = [];
  for (let content = first; ; ) {
    await refuseUnlessGone(content, paths);
    const claim = paths.claim(content);
    claims.push(claim);
    if (await appear(own, claim, paths)) return claims;
    const next = await readOrNull(claim);
    if (next === null) return null;
    content = next;
  }
}

async function takeOver(first: string, own: string, paths: Paths): Promise<boolean> {
  const claims = await claimAfter(first, own, paths);
  const last = claims?.at(-1);
  if (!claims || !last) return false;
  // Claims go only after the lock was replaced, so an unchanged lock means that this claim was the first.
  if ((await readOrNull(paths.lock)) !== first) {
    await removeIfThere(last);
    return false;
  }
  const aside = `${paths.lock}.${randomUUID()}`;
  await writeFile(aside, own, { flag: 'wx', flush: true });
  await rename(aside, paths.lock);
  await Promise.all(claims.map(removeIfThere));
  return true;
}

async function acquire(own: string, paths: Paths): Promise<void> {
  for (;;) {
    if (await appear(own, paths.lock, paths)) return;
    const content = await readOrNull(paths.lock);
    if (content !== null && (await takeOver(content, own, paths))) return;
  }
}

export interface FolderLock {
  release(): Promise<void>;
}

/** Rejects, with a sentence that says what to do, while another process holds the folder. */
export async function lockFolder(folder: string, socket?: string): Promise<FolderLock> {
  const paths = pathsOf(resolve(folder));
  await mkdir(paths.folder, { recursive: true });
  const own = `${JSON.stringify({ ...(await describeThisProcess()), socket }, null, 2)}\n`;
  await acquire(own, paths);
  return {
    async release() {
      if ((await readOrNull(paths.lock)) === own) await unlink(paths.lock);
    },
  };
}

export interface FolderHolder {
  socket: string | undefined;
  /** False where nobody can tell, on another machine. */
  isRunning: boolean;
  refusal: string;
}

/** Null without a living holder, or where the lock cannot be read. */
export async function findHolder(folder: string): Promise<FolderHolder | null> {
  const paths = pathsOf(resolve(folder));
  // `lockFolder` reports why a lock cannot be read.
  const content = await readOrNull(paths.lock).catch(() => null);
  const lock = content === null ? null : parse(content);
  const verdict = lock ? await judge(lock) : 'gone';
  if (!lock || verdict === 'gone') return null;
  return { socket: lock.socket, isRunning: verdict === 'running', refusal: refusals[verdict](lock, paths) };
}

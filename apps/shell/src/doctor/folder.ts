import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { READ_AGAIN, readerVersion } from '@hippocamp/runtime/engines/earlier-reader';
import { findHolder } from '@hippocamp/runtime/folder-holder';
import { doubtful, type Finding, well, wrong } from './finding.js';

const GIGABYTE = 1e9;
const LITTLE = 1 * GIGABYTE;
const TOO_LITTLE = 0.1 * GIGABYTE;

const ADVICE = `${READ_AGAIN}.`;

const parseOrNull = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The folder, or the nearest one above it that exists. */
const firstThere = async (path: string): Promise<string> =>
  (await exists(path)) || dirname(path) === path ? path : firstThere(dirname(path));

async function lookAtFiles(path: string): Promise<Finding> {
  const there = await firstThere(path);
  const mayWrite = await access(there, constants.W_OK).then(
    () => true,
    () => false,
  );
  const advice = 'Give the folder to this user, or name another with HIPPOCAMP_DATA or --data.';
  if (!mayWrite) return wrong('Data folder', `${there} may not be written to`, advice);
  if (there !== path) return well('Data folder', `${path} is made at the first start`);
  const format = await readFile(join(path, 'format.json'), 'utf8').catch(() => null);
  if (format === null) return well('Data folder', `${path}, no memories yet`);
  try {
    const { writtenBy, engine, embedder } = JSON.parse(format) as Record<string, unknown>;
    return well('Data folder', `${path}, written by ${writtenBy} (${engine}, ${embedder})`);
  } catch {
    return wrong('Data folder', `${join(path, 'format.json')} cannot be read`, 'Take the folder of a backup.');
  }
}

/** Doubtful where an earlier reader read the texts. A running service tells how many there are. */
async function lookAtReader(path: string): Promise<Finding[]> {
  const text = await readFile(join(path, 'format.json'), 'utf8').catch(() => null);
  const { writtenBy, readBy } = (parseOrNull(text) ?? { readBy: readerVersion }) as Record<string, unknown>;
  return readBy === readerVersion ? [] : [doubtful('Texts', `read by an earlier reader, of ${writtenBy}`, ADVICE)];
}

async function lookAtDisk(path: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(await firstThere(path));
  const free = bavail * bsize;
  const found = `${(free / GIGABYTE).toFixed(1)} GB free`;
  if (free < TOO_LITTLE) return wrong('Disk', found, 'Make room: nothing more can be kept soon.');
  return free < LITTLE ? doubtful('Disk', found, 'Make room, or move the folder.') : well('Disk', found);
}

async function lookAtLock(path: string): Promise<Finding> {
  const holder = await findHolder(path);
  if (!holder) return well('Lock', 'nobody holds the folder');
  if (holder.isRunning && holder.socket !== undefined)
    return well('Lock', 'held by a service that others can attach to');
  return doubtful(
    'Lock',
    holder.refusal,
    'An older version holds it, or another machine: ask that service with --url.',
  );
}

export async function lookAtFolder(folder: string): Promise<Finding[]> {
  const path = resolve(folder);
  const findings = await Promise.all([lookAtFiles(path), lookAtDisk(path), lookAtLock(path)]);
  return [...findings, ...(await lookAtReader(path))];
}

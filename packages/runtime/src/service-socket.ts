import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const NAME = 'hippocamp.sock';
/** Bytes, by the system with the lowest limit. */
const LONGEST_PATH = 103;
const fits = (path: string) => Buffer.byteLength(path) <= LONGEST_PATH;

const isOwnAlone = async (folder: string): Promise<boolean> => {
  const found = await lstat(folder);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
};

/** Another user may have created the folder first; it is not used then. */
const pathAside = async (folder: string): Promise<string | null> => {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const aside = join(tmpdir(), `hippocamp-${process.getuid?.() ?? ''}-${name}`);
  await mkdir(aside, { mode: 0o700 }).catch(() => undefined);
  const path = join(aside, NAME);
  return fits(path) && (await isOwnAlone(aside).catch(() => false)) ? path : null;
};

/** In the data folder, or in the temporary folder where that path is too long; null where neither works. */
export async function socketPathOf(folder: string): Promise<string | null> {
  const path = join(resolve(folder), NAME);
  return fits(path) ? path : pathAside(resolve(folder));
}

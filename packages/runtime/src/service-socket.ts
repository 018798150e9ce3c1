import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const NAME = 'hippocamp.sock';
/** Bytes of the path of a unix socket, where the system takes fewest. */
const LONGEST_PATH = 103;
const fits = (path: string) => Buffer.byteLength(path) <= LONGEST_PATH;

const isOwnAlone = async (folder: string): Promise<boolean> => {
  const found = await lstat(folder);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
};

/** Anybody may have created it in the temporary folder before us; then it is not used. */
const pathAside = async (folder: string): Promise<string | null> => {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const aside = join(tmpdir(), `hippocamp-${process.getuid?.() ?? ''}-${name}`);
  await mkdir(aside, { mode: 0o700 }).catch(() => undefined);
  const path = join(aside, NAME);
  return fits(path) && (await isOwnAlone(aside).catch(() => false)) ? path : null;
};

/**
 * The socket of the process that holds a data folder: in the folder, or elsewhere when that path is too long. Null when
 * there is none.
 */
export async function socketPathOf(folder: string): Promise<string | null> {
  const path = join(resolve(folder), NAME);
  return fits(path) ? path : pathAside(resolve(folder));
}

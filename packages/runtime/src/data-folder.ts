import { chmod, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { lockFolder } from '@hippocamp/db/engine/folder-lock';
import { z } from 'zod';
import { socketPathOf } from './service-socket.js';

const formatSchema = z.object({
  format: z.number().int(),
  engine: z.string(),
  embedder: z.string(),
  writtenBy: z.string(),
  /** Missing in folders of releases before 0.8.0. */
  readBy: z.string().optional(),
});
type Format = z.infer<typeof formatSchema>;

/** Raised when the previous version could not read the files. Tables have migrations and do not count. */
const FORMAT = 1;

const DATABASE = 'database';

type Access = 'closed' | 'was open' | 'stays open';

export interface DataFolder {
  path: string;
  written: Format | null;
  database: string;
  /** Access of other users of this machine. */
  access: Access;
  /** Call it once the engine has made its files. */
  closeInside(): Promise<void>;
  stamp(format: Omit<Format, 'format'>): Promise<void>;
  release(): Promise<void>;
}

const readFormat = async (path: string): Promise<Format | null> => {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  const parsed = formatSchema.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
};

const checkEngine = (folder: string, found: Format | null, engine: string) => {
  if (!found) return;
  if (found.format <= FORMAT && found.engine === engine) return;
  throw new Error(
    `The folder ${folder} was written by Hippocamp ${found.writtenBy} (format ${found.format}, ${found.engine}); this program reads format ` +
      `${FORMAT} of ${engine}. Run that version, copy what you need through its API (GET /memories pages through everything), ` +
      'and write it to a new folder named by HIPPOCAMP_DATA.',
  );
};

const makeFolder = async (path: string) => {
  await mkdir(path, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Error(
      `The folder ${path} cannot be made (${reason}). Set HIPPOCAMP_DATA to a folder that exists or can be made, and may be written to.`,
    );
  });
};

const OTHERS = 0o077;

async function closeOne(path: string): Promise<Access> {
  const { mode } = await stat(path);
  if (process.platform === 'win32' || (mode & OTHERS) === 0) return 'closed';
  return chmod(path, mode & 0o777 & ~OTHERS).then(
    () => 'was open',
    () => 'stays open',
  );
}

/** Restricts our own files only. */
async function closeInside(path: string): Promise<void> {
  const database = join(path, DATABASE);
  const entries = await readdir(database, { recursive: true, withFileTypes: true });
  const inside = entries.filter((entry) => !entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name));
  for (const entry of [join(path, 'format.json'), database, ...inside]) await closeOne(entry).catch(() => undefined);
}

/** Throws where another process holds the folder or another format wrote it. */
export async function openDataFolder(folder: string, engine: string): Promise<DataFolder> {
  const path = resolve(folder);
  if (isMainThread) process.umask(OTHERS);
  await makeFolder(path);
  const lock = await lockFolder(path, (await socketPathOf(path)) ?? undefined);
  const formatPath = join(path, 'format.json');
  let written: Format | null;
  const access = await closeOne(path);
  try {
    written = await readFormat(formatPath);
    checkEngine(path, written, engine);
  } catch (error) {
    await lock.release();
    throw error;
  }
  return {
    path,
    written,
    database: join(path, DATABASE),
    access,
    closeInside: () => closeInside(path),
    async stamp(format) {
      // Renamed into place, so that a kill leaves the old file or the new one.
      await writeFile(`${formatPath}.new`, `${JSON.stringify({ format: FORMAT, ...format }, null, 2)}\n`);
      await rename(`${formatPath}.new`, formatPath);
    },
    release: () => lock.release(),
  };
}

import { access, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TakesNoWrites } from '@hippocamp/core/ports/engine-health';

const OWN = 'hippocamp.';
const CREATING = `${OWN}creating`;

/** Of a file that is written to see whether there is room; the engine adds to its files in pieces that are smaller. */
const ROOM = Buffer.alloc(256 * 1024);
const noRoom = ['ENOSPC', 'EDQUOT'];

/** Rejects with `TakesNoWrites` where the folder takes none. */
export async function expectRoom(folder: string): Promise<void> {
  const path = join(folder, `${OWN}room`);
  try {
    await writeFile(path, ROOM, { mode: 0o600 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new TakesNoWrites(noRoom.includes(code) ? 'its disk is full' : `its folder cannot be written to (${code})`);
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

async function empty(folder: string): Promise<void> {
  const names = await readdir(folder);
  await Promise.all(
    names.filter((name) => !name.startsWith(OWN)).map((name) => rm(join(folder, name), { recursive: true })),
  );
}

export interface DataFolder {
  isNew: boolean;
  /** To be called as soon as the database has opened. */
  created(): Promise<void>;
}

/**
 * Makes the folder ready for the engine. A mark lies in it while a database is being made; whoever finds the mark finds
 * a half-made database that nobody has written to yet, and starts again.
 */
export async function prepareDataFolder(folder: string): Promise<DataFolder> {
  const mark = join(folder, CREATING);
  await mkdir(folder, { recursive: true });
  if (await exists(mark)) await empty(folder);
  const isNew = !(await exists(join(folder, 'PG_VERSION')));
  if (isNew) await writeFile(mark, '');
  return { isNew, created: () => rm(mark, { force: true }) };
}

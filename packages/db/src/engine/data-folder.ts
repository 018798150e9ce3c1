import { access, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const OWN = 'hippocamp.';
const CREATING = `${OWN}creating`;

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

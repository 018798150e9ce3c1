import { randomBytes } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Records } from '@hippocamp/core/ports/records';
import { type Settings, SettingsError } from './settings.js';

const FILE = 'key-pepper';
const PEPPER = /^[\x21-\x7e]{32,}$/;
const MAKE = 'Make one with "openssl rand -hex 32", and give every process the same.';

/** Made where it is missing, unless there are keys, which need the lost one. */
async function pepperOfFolder(folder: string, areKeys: () => Promise<boolean>): Promise<string> {
  const path = join(folder, FILE);
  const found = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found !== null) {
    if (PEPPER.test(found.trim())) return found.trim();
    throw new SettingsError(
      `${path} does not hold the pepper of the keys, which is 32 printable characters or more: put back what stood in it, or take the file away where no keys were made.`,
    );
  }
  if (await areKeys())
    throw new SettingsError(
      `The keys of ${folder} were made with a pepper that is gone: put the file ${path} back, or set KEY_PEPPER to what stood in it.`,
    );
  const pepper = randomBytes(32).toString('hex');
  // Whole or not at all: keys made with half a pepper are worthless.
  const temporary = `${path}.${pepper.slice(0, 8)}`;
  await writeFile(temporary, `${pepper}\n`, { mode: 0o600, flag: 'wx', flush: true });
  await link(temporary, path).finally(() => unlink(temporary));
  return pepper;
}

/** Undefined where none is needed. Throws `SettingsError` where it is missing. */
export async function readPepper(
  { auth, engines }: Pick<Settings, 'auth' | 'engines'>,
  { keys }: Pick<Records, 'keys'>,
): Promise<string | undefined> {
  if (auth.pepper !== undefined) return auth.pepper;
  if (engines.mode === 'embedded') return pepperOfFolder(engines.folder, () => keys.exist());
  if (auth.mode !== 'off') throw new SettingsError(`AUTH_MODE=${auth.mode} needs KEY_PEPPER. ${MAKE}`);
  if (await keys.exist()) throw new SettingsError(`There are keys, and KEY_PEPPER is not set. ${MAKE}`);
  return undefined;
}

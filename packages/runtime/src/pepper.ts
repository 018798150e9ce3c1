import { randomBytes } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Records } from '@hippocamp/core/ports/records';
import { type Settings, SettingsError } from './settings.js';

const FILE = 'key-pepper';
/** The form of the setting. */
const PEPPER = /^[\x21-\x7e]{32,}$/;
const MAKE = 'Make one with "openssl rand -hex 32", and give every process the same.';

/** The pepper beside the data: made where there is none, unless keys were made with one that is gone. */
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
  // Whole or not at all: keys that are made with half of one are worth nothing.
  const temporary = `${path}.${pepper.slice(0, 8)}`;
  await writeFile(temporary, `${pepper}\n`, { mode: 0o600, flag: 'wx', flush: true });
  await link(temporary, path).finally(() => unlink(temporary));
  return pepper;
}

/**
 * What hashes of keys are made with besides the keys. Undefined where none is needed. Throws `SettingsError` where it is, and
 * nobody gave it.
 */
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

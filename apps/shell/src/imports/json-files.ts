import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { UsageError } from '../explain.js';
import { unreadable } from '../text/read-text.js';

export interface JsonFile {
  name: string;
  value: unknown;
}

const ZIP = 'PK\u0003\u0004';

export async function textOfFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (text.startsWith(ZIP)) throw new UsageError(`${path} is an archive. Unpack it, and name the folder.`);
  return text;
}

export const parseJson = (text: string, path: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${path} is no JSON: ${reason}.`);
  }
};

const readJson = async (path: string): Promise<JsonFile> => ({
  name: basename(path),
  value: parseJson(await textOfFile(path), path),
});

/** Files in the order of their names. `whence` says where such an export comes from. */
export async function jsonFilesOf(path: string, wanted: RegExp, whence: string): Promise<JsonFile[]> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (!found.isDirectory()) return [await readJson(path)];
  const names = (await readdir(path)).filter((name) => wanted.test(name)).sort();
  if (names.length === 0)
    throw new UsageError(`${path} holds no conversations.json. Such an export comes from ${whence}.`);
  const files: JsonFile[] = [];
  for (const name of names) files.push(await readJson(join(path, name)));
  return files;
}

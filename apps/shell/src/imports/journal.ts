import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { keyOf } from './record-ids.js';

/** Marks of what one tenant of one service has, so that it is not sent again. */
export interface Journal {
  path: string;
  has(mark: string): boolean;
  /** Called once the service has answered. */
  add(marks: readonly string[]): Promise<void>;
}

const FOLDER = 'imports';

/** A killed program may have left half a line at the end. */
const marksIn = (text: string): string[] => text.split('\n').slice(0, -1);

const readOrEmpty = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });

export async function openJournal(folder: string, place: { service: string; tenant: string }): Promise<Journal> {
  const path = join(resolve(folder), FOLDER, `${keyOf(place.service, place.tenant)}.txt`);
  const text = await readOrEmpty(path);
  const known = new Set(marksIn(text));
  let start = text === '' || text.endsWith('\n') ? '' : '\n';
  return {
    path,
    has: (mark) => known.has(mark),
    async add(marks) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await appendFile(path, `${start}${marks.join('\n')}\n`);
      start = '';
      for (const mark of marks) known.add(mark);
    },
  };
}

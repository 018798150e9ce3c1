import { readFile } from 'node:fs/promises';
import { ownOf } from '@hippocamp/shared/own';
import { UsageError } from '../explain.js';
import type { Shell } from '../shell.js';

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EISDIR: 'it is a folder; `hippocamp import --from markdown` takes folders of notes',
};

export const unreadable = (path: string, error: unknown): UsageError => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new UsageError(`${path} cannot be read: ${ownOf(reasons, code) ?? code}.`);
};

const decode = (bytes: Uint8Array, path: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${path} is no text in UTF-8. Convert it first, for instance with iconv or pdftotext.`);
  }
};

const bytesOf = async ({ input }: Pick<Shell, 'input'>): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
};

export async function readText(shell: Pick<Shell, 'input' | 'aside'>, path: string): Promise<string> {
  if (path === '-') {
    if (shell.input.isTTY) shell.aside.write('Type the text; Ctrl-D ends it.\n');
    return decode(await bytesOf(shell), 'The input');
  }
  const bytes = await readFile(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  return decode(bytes, path);
}

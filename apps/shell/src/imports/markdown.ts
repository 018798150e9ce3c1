import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join, relative, sep } from 'node:path';
import { parse } from 'yaml';
import { UsageError } from '../explain.js';
import { unreadable } from '../text/read-text.js';
import { isObject, type Loose, textIn, timeIn } from './fields.js';
import { createLeftOut, type Document, type Found, type LeftOut } from './found.js';
import { textOfFile } from './json-files.js';

const FENCE = '---';
const kinds = ['.md', '.markdown'];
const skipped = ['node_modules'];
const sources = ['chat', 'note', 'event', 'document', 'system'] as const;
const times = ['date', 'created', 'created_at', 'updated'];
const day = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/;

const isMarkdown = (name: string) => kinds.includes(extname(name).toLowerCase());

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (entry.name.startsWith('.') || skipped.includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await filesIn(path)));
    else if (entry.isFile() && isMarkdown(entry.name)) found.push(path);
  }
  return found;
}

export function frontMatterOf(text: string): { head: Loose; body: string } {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const isFence = (line: string | undefined) => line?.trimEnd() === FENCE;
  const end = lines.findIndex((line, at) => at > 0 && isFence(line));
  if (!isFence(lines[0]) || end < 0) return { head: {}, body: lines.join('\n') };
  const body = lines.slice(end + 1).join('\n');
  try {
    const head: unknown = parse(lines.slice(1, end).join('\n'), { maxAliasCount: 10 });
    return { head: isObject(head) ? head : {}, body };
  } catch {
    return { head: {}, body };
  }
}

const tagsOf = ({ tags }: Loose): string[] => {
  const given = typeof tags === 'string' ? tags.split(/[,\s]+/) : Array.isArray(tags) ? tags : [];
  return given.filter((tag) => typeof tag === 'string' && tag !== '');
};

/** A time in the front matter, or else the day in the file's name, as diaries have it. */
const timeOf = (head: Loose, name: string): string | undefined => {
  const said = times.map((member) => timeIn(head[member])).find((time) => time !== undefined);
  return said ?? timeIn(day.exec(name)?.[0]);
};

const sourceOf = ({ source, type }: Loose, body: string): Document['source'] => {
  const said = sources.find((one) => one === source || one === type);
  return said ?? (body.split('\n').some((line) => line.startsWith('#')) ? 'document' : 'note');
};

async function documentOf(path: string, name: string, leftOut: LeftOut): Promise<Document[]> {
  const { head, body } = frontMatterOf(await textOfFile(path));
  if (body.trim() === '') {
    leftOut.add('files without text');
    return [];
  }
  const title = textIn(head.title) ?? basename(name, extname(name));
  const tags = tagsOf(head);
  const metadata = { file: name, ...(tags.length > 0 ? { tags } : {}) };
  return [{ kind: 'document', title, content: body, source: sourceOf(head, body), at: timeOf(head, name), metadata }];
}

/** Takes a folder with its subfolders, or one file. */
export async function readMarkdown(path: string): Promise<Found> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const files = found.isDirectory() ? await filesIn(path) : [path];
  if (files.length === 0) throw new UsageError(`${path} holds no file that ends in ${kinds.join(' or ')}.`);
  const leftOut = createLeftOut();
  const texts: Document[] = [];
  for (const file of files) {
    const name = file === path ? basename(file) : relative(path, file).split(sep).join('/');
    texts.push(...(await documentOf(file, name, leftOut)));
  }
  return { texts, records: [], leftOut: leftOut.all() };
}

import { stat } from 'node:fs/promises';
import { ownerChoiceOf } from '@hippocamp/runtime/client-settings';
import { UsageError } from '../explain.js';
import { unreadable } from '../text/read-text.js';
import { clipped, isObject, type Loose, objectsIn, textIn, timeIn } from './fields.js';
import { createLeftOut, type Found, inOrder, type LeftOut, once, type RecordLine } from './found.js';
import { parseJson, textOfFile } from './json-files.js';
import { idOf } from './record-ids.js';
import { entityLine, memoryLine } from './records.js';

/**
 * Takes the answer of mem0's `get_all()` as JSON: `{ results: [{ id, memory, user_id, metadata, categories, created_at,
 * updated_at }] }`, the list alone, or one memory per line. The user or agent becomes an entity that owns the memories.
 */

const FROM = 'mem0';
const TAGS = 64;

const listed = (value: unknown): Loose[] =>
  isObject(value) ? objectsIn(value.results ?? value.memories ?? value.data ?? [value]) : objectsIn(value);

const linesOf = (text: string, path: string): Loose[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line, at) => listed(parseJson(line, `${path}, line ${at + 1},`)));

const isLines = (text: string): boolean => {
  const [first = '', second = ''] = text.trim().split('\n', 2);
  return second.trim().startsWith('{') && first.trim().startsWith('{') && first.trim().endsWith('}');
};

const owners = [
  ['user_id', 'user'],
  ['agent_id', 'agent'],
] as const;

const ownerOf = (memory: Loose): { type: string; name: string } | undefined => {
  for (const [member, type] of owners) {
    const name = textIn(memory[member]);
    if (name !== undefined) return { type, name };
  }
  return undefined;
};

const tagsOf = (memory: Loose): string[] => {
  const given = Array.isArray(memory.categories) ? memory.categories : [];
  const tags = given.flatMap((tag) => textIn(tag) ?? []).map((tag) => clipped(tag.trim(), TAGS));
  return [...new Set(tags)].slice(0, TAGS);
};

const isOver = (memory: Loose): boolean => {
  const end = typeof memory.expiration_date === 'string' ? Date.parse(memory.expiration_date) : Number.NaN;
  return end < Date.now();
};

interface Whence {
  owner: string | undefined;
  /** The time of the file, for memories without one. */
  at: string;
  leftOut: LeftOut;
}

function linesFor(memory: Loose, { owner, at, leftOut }: Whence): RecordLine[] {
  const content = textIn(memory.memory) ?? textIn(memory.content) ?? textIn(memory.text);
  if (content === undefined || isOver(memory)) {
    leftOut.add(content === undefined ? 'entries without a memory' : 'memories that have expired');
    return [];
  }
  const createdAt = timeIn(memory.created_at) ?? timeIn(memory.updated_at) ?? at;
  const updatedAt = timeIn(memory.updated_at) ?? createdAt;
  const choice = ownerChoiceOf(owner);
  const given = choice.owner === undefined ? undefined : { type: 'user', name: choice.owner };
  const theirs = owner === undefined ? ownerOf(memory) : given;
  const entity = theirs ? entityLine({ from: FROM, ...theirs, at: createdAt, owns: true }) : undefined;
  const ownerEntityId = choice.ownerEntityId ?? entity?.id ?? null;
  const session = textIn(memory.run_id);
  const line = memoryLine({
    from: FROM,
    id: idOf(FROM, textIn(memory.id) ?? '', content, ownerEntityId),
    content,
    ownerEntityId,
    createdAt,
    updatedAt,
    metadata: { ...(isObject(memory.metadata) ? memory.metadata : {}), ...(session ? { sessionId: session } : {}) },
    tags: tagsOf(memory),
  });
  return entity ? [entity, line] : [line];
}

export async function readMem0(path: string, owner: string | undefined): Promise<Found> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (found.isDirectory())
    throw new UsageError(`${path} is a folder. Name the JSON file with what get_all() of mem0 answers.`);
  const text = await textOfFile(path);
  const memories = isLines(text) ? linesOf(text, path) : listed(parseJson(text, path));
  const leftOut = createLeftOut();
  const at = found.mtime.toISOString();
  const records = inOrder(once(memories.flatMap((memory) => linesFor(memory, { owner, at, leftOut }))));
  return { texts: [], records, leftOut: leftOut.all() };
}

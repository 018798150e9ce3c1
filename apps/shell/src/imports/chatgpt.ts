import { ownOf } from '@hippocamp/shared/own';
import { isObject, type Loose, objectsIn, textIn, timeIn } from './fields.js';
import { createLeftOut, type Document, type Found, type LeftOut, type Said, type Talk } from './found.js';
import { jsonFilesOf } from './json-files.js';

/** A talk is a tree of messages, with a branch for each changed question. `current_node` ends the one that is shown. */

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const writtenAt = (node: Loose): number => (isObject(node.message) ? Number(node.message.create_time ?? 0) : 0);

/** The leaf that was written last, where the export names no current node. */
function lastLeaf(mapping: Loose): string | undefined {
  const nodes = Object.entries(mapping).filter((entry): entry is [string, Loose] => isObject(entry[1]));
  const leaves = nodes.filter(([, { children }]) => listOf(children).length === 0);
  return leaves.sort(([, one], [, other]) => writtenAt(other) - writtenAt(one))[0]?.[0];
}

/** The shown branch, from its first message to its last. A cycle ends it. */
function branchOf(talk: Loose): Loose[] {
  const mapping = isObject(talk.mapping) ? talk.mapping : {};
  const branch: Loose[] = [];
  const seen = new Set<unknown>();
  let at: unknown = talk.current_node ?? lastLeaf(mapping);
  while (typeof at === 'string' && !seen.has(at)) {
    seen.add(at);
    const node = ownOf(mapping, at);
    if (!isObject(node)) break;
    branch.push(node);
    at = node.parent;
  }
  return branch.reverse();
}

/** Text and transcripts; pictures and files are left out. */
const textOf = (content: unknown): string | undefined => {
  if (!isObject(content) || !['text', 'multimodal_text'].includes(String(content.content_type))) return undefined;
  const parts = listOf(content.parts).map((part) =>
    isObject(part) && part.content_type === 'audio_transcription' ? part.text : part,
  );
  return textIn(parts.filter((part) => typeof part === 'string').join('\n'));
};

const isHidden = (message: Loose): boolean =>
  isObject(message.metadata) && message.metadata.is_visually_hidden_from_conversation === true;

function saidIn(node: Loose, leftOut: LeftOut): Said[] {
  const { message } = node;
  if (!isObject(message) || !isObject(message.author)) return [];
  const { role } = message.author;
  const content = textOf(message.content);
  if ((role !== 'user' && role !== 'assistant') || isHidden(message)) {
    if (content !== undefined) leftOut.add('messages of tools and of the system');
    return [];
  }
  if (content === undefined) {
    leftOut.add('messages without text: pictures, files, code that was run');
    return [];
  }
  const at = timeIn(message.create_time);
  return [{ id: textIn(message.id) ?? '', role, content, ...(at === undefined ? {} : { at }) }];
}

function talkOf(talk: Loose, leftOut: LeftOut): Talk[] {
  if (!isObject(talk.mapping)) {
    leftOut.add('entries that are no talk of ChatGPT');
    return [];
  }
  const messages = branchOf(talk).flatMap((node) => saidIn(node, leftOut));
  if (!messages.some(({ role }) => role === 'user')) {
    leftOut.add('talks in which nobody said anything');
    return [];
  }
  const id = textIn(talk.conversation_id) ?? textIn(talk.id) ?? '';
  const startedAt = timeIn(talk.create_time) ?? messages[0]?.at;
  return [{ kind: 'talk', id, title: textIn(talk.title) ?? 'Untitled', startedAt, messages }];
}

/** Takes the unpacked folder of an export, or one of its files. */
export async function readChatgpt(path: string): Promise<Found> {
  const leftOut = createLeftOut();
  const files = await jsonFilesOf(
    path,
    /^conversations[^/\\]*\.json$/,
    'ChatGPT: Settings, Data controls, Export data',
  );
  const texts: (Talk | Document)[] = files.flatMap(({ value }) => {
    const talks = isObject(value) ? objectsIn(value.conversations ?? [value]) : objectsIn(value);
    return talks.flatMap((talk) => talkOf(talk, leftOut));
  });
  return { texts, records: [], leftOut: leftOut.all() };
}

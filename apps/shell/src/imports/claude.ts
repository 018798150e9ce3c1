import { ownOf } from '@hippocamp/shared/own';
import { isObject, type Loose, objectsIn, textIn, timeIn } from './fields.js';
import { createLeftOut, type Document, type Found, type LeftOut, type Said, type Talk } from './found.js';
import { jsonFilesOf } from './json-files.js';

/** An export of Claude has talks in `conversations.json`, and Claude's own notes on them in `memories.json`. */

const roles: Record<string, Said['role']> = { human: 'user', assistant: 'assistant' };

/** Older exports have `text` in place of blocks. */
const textOf = (message: Loose): string | undefined => {
  const blocks = objectsIn(message.content).filter(({ type }) => type === 'text');
  return textIn(blocks.map(({ text }) => textIn(text) ?? '').join('\n')) ?? textIn(message.text);
};

function saidIn(message: Loose, leftOut: LeftOut): Said[] {
  const role = ownOf(roles, String(message.sender));
  const content = textOf(message);
  if (objectsIn(message.attachments).length + objectsIn(message.files).length > 0)
    leftOut.add('messages whose files stay behind');
  if (role === undefined || content === undefined) {
    leftOut.add('messages without text');
    return [];
  }
  const at = timeIn(message.created_at);
  return [{ id: textIn(message.uuid) ?? '', role, content, ...(at === undefined ? {} : { at }) }];
}

function talkOf(talk: Loose, leftOut: LeftOut): Talk[] {
  if (!Array.isArray(talk.chat_messages)) {
    leftOut.add('entries that are no talk of Claude');
    return [];
  }
  const messages = objectsIn(talk.chat_messages).flatMap((message) => saidIn(message, leftOut));
  if (!messages.some(({ role }) => role === 'user')) {
    leftOut.add('talks in which nobody said anything');
    return [];
  }
  const startedAt = timeIn(talk.created_at) ?? messages[0]?.at;
  const title = textIn(talk.name) ?? 'Untitled';
  return [{ kind: 'talk', id: textIn(talk.uuid) ?? '', title, startedAt, messages }];
}

const document = (title: string, content: unknown): Document[] => {
  const text = textIn(content);
  return text === undefined
    ? []
    : [{ kind: 'document', title, content: text, source: 'document', at: undefined, metadata: {} }];
};

const memoriesOf = (kept: Loose): Document[] => [
  ...document('What Claude keeps of all talks', kept.conversations_memory),
  ...Object.entries(isObject(kept.project_memories) ? kept.project_memories : {}).flatMap(([project, text]) =>
    document(`What Claude keeps of the project ${project}`, text),
  ),
];

/** Takes the unpacked folder of an export, or one of its files. */
export async function readClaude(path: string): Promise<Found> {
  const leftOut = createLeftOut();
  const wanted = /^(?:conversations|memories)[^/\\]*\.json$/;
  const files = await jsonFilesOf(path, wanted, 'Claude: Settings, Privacy, Export data');
  const texts = files.flatMap(({ value }) => {
    const entries = isObject(value) ? objectsIn(value.conversations ?? [value]) : objectsIn(value);
    return entries.flatMap((entry): (Talk | Document)[] =>
      'conversations_memory' in entry || 'project_memories' in entry ? memoriesOf(entry) : talkOf(entry, leftOut),
    );
  });
  return { texts, records: [], leftOut: leftOut.all() };
}

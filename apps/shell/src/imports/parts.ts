import { ownerChoiceOf } from '@hippocamp/runtime/client-settings';
import type { IngestRequest, Message } from '@hippocamp/sdk';
import { cutText } from '../text/cut-text.js';
import { clean } from './fields.js';
import type { Document, Said, Talk } from './found.js';
import { keyOf } from './record-ids.js';

export interface Part {
  title: string;
  at: string | undefined;
  /** One for each piece, the same in every export that holds it. */
  marks: string[];
  /** Each of its memories has it as `metadata.importKey`. */
  importKey: string;
  /** The request without the pieces that were sent before; null where none is left. */
  requestWithout(isSent: (mark: string) => boolean): IngestRequest | null;
}

export interface Origin {
  from: string;
  owner: string | undefined;
  /** The name of the person who says "I" in talks. */
  name: string | undefined;
  timeZone: string | undefined;
}

/** UTF-16 units, well below the limit of a request, so that a failure costs little. */
const CHARACTERS = 20_000;
const MESSAGES = 200;
const SESSION = 256;
const NAME = 128;

interface Piece {
  mark: string;
  message: Message;
}

const common = ({ from, owner, timeZone }: Origin, importKey: string, title: string) => ({
  metadata: { importedFrom: from, importKey, title: clean(title).slice(0, SESSION).toWellFormed() },
  ...ownerChoiceOf(owner),
  ...(timeZone === undefined ? {} : { timeZone }),
});

const piecesOf = (said: Said, talk: Talk, { from, owner, name }: Origin): Piece[] =>
  cutText(clean(said.content), CHARACTERS)
    .filter((content) => content.trim() !== '')
    .map((content, number) => ({
      mark: keyOf(from, owner, name, talk.id, said.id || said.at, said.role, number, content),
      message: {
        role: said.role,
        content,
        ...(name !== undefined && said.role === 'user' ? { name: name.slice(0, NAME) } : {}),
        ...(said.at === undefined ? {} : { at: said.at }),
      },
    }));

/** Filled from the start, so that a later export of a longer talk gives the same groups. */
function grouped(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  let room = 0;
  for (const piece of pieces) {
    const last = groups.at(-1);
    room -= piece.message.content.length + 1;
    if (last && room >= 0 && last.length < MESSAGES) last.push(piece);
    else {
      groups.push([piece]);
      room = CHARACTERS - piece.message.content.length;
    }
  }
  return groups;
}

function partOfTalk(pieces: readonly Piece[], talk: Talk, origin: Origin): Part {
  const marks = pieces.map(({ mark }) => mark);
  const importKey = keyOf(...marks);
  const { title, id, startedAt } = talk;
  const at = pieces[0]?.message.at ?? startedAt;
  return {
    title,
    at,
    marks,
    importKey,
    requestWithout(isSent) {
      const messages = pieces.filter(({ mark }) => !isSent(mark)).map(({ message }) => message);
      if (messages.length === 0) return null;
      const sessionId = `${origin.from}:${id || importKey}`.slice(0, SESSION);
      const when = at === undefined ? {} : { occurredAt: at };
      return { ...common(origin, importKey, title), source: 'chat', sessionId, ...when, messages };
    },
  };
}

function partOfDocument(content: string, number: number, document: Document, origin: Origin): Part {
  const { title, at, source, metadata } = document;
  // Made of the content alone, so that a file that was moved or copied is sent once.
  const mark = keyOf(origin.from, origin.owner, number, content);
  return {
    title,
    at,
    marks: [mark],
    importKey: mark,
    requestWithout(isSent) {
      if (isSent(mark)) return null;
      const shared = common(origin, mark, title);
      const when = at === undefined ? {} : { occurredAt: at };
      return { ...shared, metadata: { ...metadata, ...shared.metadata }, source, ...when, content };
    },
  };
}

export function partsOf(text: Talk | Document, origin: Origin): Part[] {
  if (text.kind === 'talk') {
    const pieces = text.messages.flatMap((said) => piecesOf(said, text, origin));
    return grouped(pieces).map((group) => partOfTalk(group, text, origin));
  }
  return cutText(text.content, CHARACTERS)
    .filter((content) => content.trim() !== '')
    .map((content, number) => partOfDocument(content, number, text, origin));
}

import { ownerChoiceOf } from '@hippocamp/runtime/client-settings';
import type { IngestRequest, Message } from '@hippocamp/sdk';
import { cutText } from '../text/cut-text.js';
import { clean } from './fields.js';
import type { Document, Said, Talk } from './found.js';
import { keyOf } from './record-ids.js';

/** What one request brings. */
export interface Part {
  title: string;
  at: string | undefined;
  /** Names of its pieces, the same in every export that holds them. */
  marks: string[];
  /** Its memories carry it as `metadata.importKey`. */
  importKey: string;
  /** The request without the pieces that were sent before; null where none is left. */
  requestWithout(isSent: (mark: string) => boolean): IngestRequest | null;
}

/** What holds for everything that is brought. */
export interface Origin {
  from: string;
  owner: string | undefined;
  /** Who says "I" in the talks. */
  name: string | undefined;
  timeZone: string | undefined;
}

/** Well below what one request takes, so that a failure costs little. */
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

/** From the beginning, as many as fit: the same in a later export, in which the talk goes on. */
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
  // Of its content alone, so that a file that was moved or copied comes once.
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

/** A talk or a text in parts that a request takes. */
export function partsOf(text: Talk | Document, origin: Origin): Part[] {
  if (text.kind === 'talk') {
    const pieces = text.messages.flatMap((said) => piecesOf(said, text, origin));
    return grouped(pieces).map((group) => partOfTalk(group, text, origin));
  }
  return cutText(text.content, CHARACTERS)
    .filter((content) => content.trim() !== '')
    .map((content, number) => partOfDocument(content, number, text, origin));
}

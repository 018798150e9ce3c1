import type { EarlierMessage, SourceText } from '@hippocamp/shared/language/statement';
import type {
  EarlierPlace,
  IngestOrder,
  IngestRecord,
  IngestRepository,
  SessionPlace,
  SessionText,
} from '../../ports/records.js';
import { holdsHidden } from '../forgetting/redaction.js';
import { withPlainLines } from './normalise-input.js';

/** Messages that a text is read with; beyond them little of a talk is still spoken of. */
const MOST_MESSAGES = 6;
/** UTF-16 units of them together. */
const MOST_LENGTH = 2000;

/** A message of an earlier ingest, and where it stands. */
export interface SaidBefore extends EarlierMessage {
  place: EarlierPlace;
}

/** Where an ingest stands in its talk; null for one that is of none. */
export function sessionPlace({ traceId, createdAt }: IngestRecord, order: IngestOrder): SessionPlace | null {
  const { sessionId, ownerEntityId = null } = order;
  return sessionId === undefined ? null : { traceId, createdAt, sessionId, ownerEntityId };
}

/** A text that was not sent as messages is one of a user whom nobody names. */
const turnsOf = ({ content, request }: SessionText) => {
  const { turns } = request;
  return turns ?? [{ start: 0, end: content.length, role: 'user' as const, name: null }];
};

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit < 0xe000;

/** Where the end of a message begins that is no longer than this. */
const endFrom = (content: string, end: number, length: number): number =>
  isLowSurrogate(content.charCodeAt(end - length)) ? end - length + 1 : end - length;

/** The messages of a text, the last first. What was taken out of a raw text tells nothing any more. */
const messagesOf = (said: SessionText): SaidBefore[] =>
  turnsOf(said)
    .toReversed()
    .map(({ start, end, role, name }) => ({
      ...{ role, name, content: withPlainLines(said.content.slice(start, end)) },
      place: { artifactId: said.artifactId, start, end },
    }))
    .filter(({ content }) => content.trim() !== '' && !holdsHidden(content));

const cutTo = (message: SaidBefore, length: number): SaidBefore => {
  const { content, place } = message;
  if (content.length <= length) return message;
  const from = endFrom(content, content.length, length);
  return { ...message, content: content.slice(from), place: { ...place, start: place.start + from } };
};

/** What was said before in its session, in order: the nearest messages, of the furthest only the end where it is long. */
export async function saidBefore(ingests: IngestRepository, place: SessionPlace): Promise<SaidBefore[]> {
  const texts = await ingests.textsBefore(place, MOST_MESSAGES);
  const said: SaidBefore[] = [];
  let left = MOST_LENGTH;
  for (const message of texts.flatMap(messagesOf).slice(0, MOST_MESSAGES)) {
    if (left <= 0) break;
    const cut = cutTo(message, left);
    said.unshift(cut);
    left -= cut.content.length;
  }
  return said;
}

/** Whether all of it still stands where it was read: what was deleted meanwhile is kept nowhere else. */
export async function standsYet(
  { artifacts }: { artifacts: { get(id: string): Promise<{ content: string } | null> } },
  before: readonly EarlierPlace[],
): Promise<boolean> {
  for (const artifactId of new Set(before.map((place) => place.artifactId))) {
    const content = (await artifacts.get(artifactId))?.content;
    const own = before.filter((place) => place.artifactId === artifactId);
    if (content === undefined || own.some(({ start, end }) => holdsHidden(content.slice(start, end)))) return false;
  }
  return true;
}

/** What the reader is given: the text, what was said before it, and what was said off the record between its messages. */
export function sourceText(
  text: string,
  { source, turns, unkept = [] }: IngestOrder,
  before: readonly SaidBefore[],
): SourceText {
  const said = turns?.map((turn, number) => {
    const own = unkept.filter((message) => message.turn === number);
    return own.length === 0 ? turn : { ...turn, unkept: own.map(({ turn: _turn, ...message }) => message) };
  });
  return {
    ...{ text, source },
    ...(said ? { turns: said } : {}),
    ...(before.length > 0 ? { before: before.map(({ place: _place, ...message }) => message) } : {}),
  };
}

import type { EarlierMessage, SourceText } from '@hippocamp/shared/language/statement';
import type { Warning } from '@hippocamp/shared/schemas/common';
import { withPlainLines } from '@hippocamp/shared/text/cleaned';
import type { Extraction } from '../../ports/extractor.js';
import type {
  EarlierPlace,
  IngestOrder,
  IngestRecord,
  IngestRepository,
  SessionPlace,
  SessionStep,
  SessionText,
  TenantRepositories,
} from '../../ports/records.js';
import { holdsHidden, overlap, redact } from '../forgetting/redaction.js';
import { sharedWords } from '../forgetting/shared-words.js';
import { NotYet } from '../outbox/failures.js';

/** How long an ingest waits for the previous one of its session, counted from that one's turn, ms. */
export const LONGEST_WAIT = 5_000;
/** The most previous ingests looked at. More do not wait at once. */
const MOST_STEPS = 100;

const late: Warning = {
  code: 'session_order',
  message: 'What was said before it in its session had not been read in time; it was read all the same.',
};

/** When the turn came of the first of those that are still processing right before it; null where none is. */
function turnCameAt(steps: readonly SessionStep[]): Date | null {
  const ended = steps.findIndex(({ state }) => state !== 'processing');
  const first = ended < 0 ? steps.at(-1) : steps[ended - 1];
  if (!first) return null;
  const before = ended < 0 ? null : (steps[ended]?.finishedAt ?? null);
  return before && before > first.createdAt ? before : first.createdAt;
}

/** Rejects with `NotYet` while it has to wait for its turn. Answers what is to be told where it goes on without it. */
export async function awaitTurn(
  ingests: Pick<IngestRepository, 'stepsBefore'>,
  place: SessionPlace,
  now: Date,
): Promise<Warning[]> {
  const since = turnCameAt(await ingests.stepsBefore(place, MOST_STEPS));
  if (since === null) return [];
  const left = since.getTime() + LONGEST_WAIT - now.getTime();
  if (left > 0) throw new NotYet('The ingest before it in its session is not done.', left);
  return [late];
}

/** Messages that a text is read with; beyond them little of a talk is still spoken of. */
const MOST_MESSAGES = 6;
/** UTF-16 units of them together. */
const MOST_LENGTH = 2000;

/** A message of an earlier ingest, and where it stands. */
interface SaidBefore extends EarlierMessage {
  place: EarlierPlace;
}

/** The place of an ingest in its session. Null when it belongs to none. */
export function sessionPlace(
  { traceId, createdAt }: IngestRecord,
  { sessionId, ownerEntityId = null }: IngestOrder,
): SessionPlace | null {
  return sessionId === undefined ? null : { traceId, createdAt, sessionId, ownerEntityId };
}

/** A text that was not sent as messages is one of a user whom nobody names. */
const turnsOf = ({ content, request }: SessionText) => {
  const { turns } = request;
  return turns ?? [{ start: 0, end: content.length, role: 'user' as const, name: null }];
};

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit < 0xe000;

/** The start of the message's end, at most `length` long. */
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

/**
 * Earlier messages of the session in order, nearest first to be taken. Of the furthest only the end is kept when it is
 * long.
 */
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

/** True when the quoted words still stand where they were read. Words deleted meanwhile must be kept nowhere else. */
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

/** The input of the reader: the text, the messages before it, and the off-record messages between. */
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

/** Messages of earlier ingests that a text was read with, and the memories that were drawn from them. */
export interface EarlierWords {
  /** In order. */
  places: readonly EarlierPlace[];
  spoken: readonly { memoryId: string; place: EarlierPlace }[];
}

export const noEarlierWords: EarlierWords = { places: [], spoken: [] };

/** Earlier words were deleted or changed while they were on their way into a memory. */
class EarlierWordsGone extends Error {
  override readonly name = 'EarlierWordsGone';
  constructor() {
    super('What was said before it in its session was deleted meanwhile; it goes on without that.');
  }
}

const holdsEarlier = ({ contextBefore }: Extraction) => contextBefore !== undefined;

/** A candidate without what it has of earlier messages that are no longer there. */
const withoutEarlier = (extraction: Extraction): Extraction => {
  const { contextBefore, ...rest } = extraction;
  if (contextBefore === undefined) return extraction;
  const own = [rest.sourceSpan, rest.speaker ?? ''];
  return { ...rest, content: redact(rest.content, sharedWords(rest.content, [contextBefore], { own, least: 1 }), []) };
};

/** The candidates as they may be kept; null where all of what they hold still stands. */
export async function withoutGone(
  repositories: Pick<TenantRepositories, 'artifacts'>,
  extractions: readonly Extraction[],
  places: readonly EarlierPlace[],
): Promise<Extraction[] | null> {
  if (!extractions.some(holdsEarlier) || (await standsYet(repositories, places))) return null;
  return extractions.map(withoutEarlier);
}

/** Under the lock of the owner, which whoever deletes has too. Rejects with `EarlierWordsGone`. */
export async function earlierWords(
  repositories: Pick<TenantRepositories, 'artifacts' | 'memories'>,
  extractions: readonly Extraction[],
  places: readonly EarlierPlace[],
): Promise<EarlierWords> {
  if (!extractions.some(holdsEarlier)) return noEarlierWords;
  if (!(await standsYet(repositories, places))) throw new EarlierWordsGone();
  const drawn = await repositories.memories.drawnFrom([...new Set(places.map(({ artifactId }) => artifactId))]);
  const spoken = drawn.flatMap(({ id, sourceArtifactId, span }) => {
    const place = places.find((one) => one.artifactId === sourceArtifactId && span !== null && overlap(one, span));
    return place ? [{ memoryId: id, place }] : [];
  });
  return { places, spoken };
}

/** The messages that the last so many characters of what was said before are of: whose text it is, and which memories'. */
export function sourcesOf({ places, spoken }: EarlierWords, length: number): string[] {
  const reached: EarlierPlace[] = [];
  let left = length;
  for (const place of places.toReversed()) {
    if (left <= 0) break;
    reached.push(place);
    left -= place.end - place.start;
  }
  const memoryIds = spoken.filter(({ place }) => reached.includes(place)).map(({ memoryId }) => memoryId);
  return [...new Set([...reached.map(({ artifactId }) => artifactId), ...memoryIds])];
}

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
import { groupBy } from '../in-parts.js';
import { fewPlaces } from '../memory-store/drawn-from.js';
import { NotYet } from '../outbox/failures.js';
import { quotedIn, withoutEarlier } from '../redaction/quoted-words.js';
import { holdsHidden, overlap } from '../text/redaction.js';
import { sharedPlaces } from '../text/shared-words.js';

/** How long an ingest waits for the previous one of its session, counted from that one's turn, ms. */
export const LONGEST_WAIT = 5_000;
/** How many earlier ingests of the session are looked at. */
const MOST_STEPS = 100;

const late: Warning = {
  code: 'session_order',
  message: 'What was said before it in its session had not been read in time; it was read all the same.',
};

/** When the first of the unbroken row of processing ingests before it got its turn. Null when there is none. */
function turnCameAt(steps: readonly SessionStep[]): Date | null {
  const ended = steps.findIndex(({ state }) => state !== 'processing');
  const first = ended < 0 ? steps.at(-1) : steps[ended - 1];
  if (!first) return null;
  const before = ended < 0 ? null : (steps[ended]?.finishedAt ?? null);
  return before && before > first.createdAt ? before : first.createdAt;
}

/** Rejects with `NotYet` while the ingest has to wait. Warns when it goes on without the earlier one. */
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

/** The most earlier messages that a text is read with. A talk seldom refers further back. */
const MOST_MESSAGES = 6;
/** UTF-16 units of those messages together. */
const MOST_LENGTH = 2000;

interface SaidBefore extends EarlierMessage {
  place: EarlierPlace;
  /** True when no language model may read it. */
  staysHere?: true;
}

/** Null when the ingest belongs to no session. */
export function sessionPlace(
  { traceId, createdAt }: IngestRecord,
  { sessionId, ownerEntityId = null }: IngestOrder,
): SessionPlace | null {
  return sessionId === undefined ? null : { traceId, createdAt, sessionId, ownerEntityId };
}

/** A text that was not sent as messages counts as one message of an unnamed user. */
const turnsOf = ({ content, request }: SessionText) => {
  const { turns } = request;
  return turns ?? [{ start: 0, end: content.length, role: 'user' as const, name: null }];
};

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit < 0xe000;

/** The start of the last `length` units, moved off half a character. */
const endFrom = (content: string, end: number, length: number): number =>
  isLowSurrogate(content.charCodeAt(end - length)) ? end - length + 1 : end - length;

/**
 * The last message first. A message with forgotten words is left out, and one that does not end before the next one
 * begins: imports of earlier releases took any number of messages that each hold the whole text.
 */
function* messagesOf(said: SessionText): Generator<SaidBefore> {
  let next = Number.POSITIVE_INFINITY;
  const home = said.request.reader === 'local' ? { staysHere: true as const } : {};
  for (const { start, end, role, name } of turnsOf(said).toReversed()) {
    if (!(0 <= start && start <= end && end <= next)) continue;
    next = start;
    const content = withPlainLines(said.content.slice(start, end));
    if (content.trim() === '' || holdsHidden(content)) continue;
    yield { role, name, content, place: { artifactId: said.artifactId, start, end }, ...home };
  }
}

const cutTo = (message: SaidBefore, length: number): SaidBefore => {
  const { content, place } = message;
  if (content.length <= length) return message;
  const from = endFrom(content, content.length, length);
  return { ...message, content: content.slice(from), place: { ...place, start: place.start + from } };
};

/** The nearest earlier messages of the session, in order. The furthest is cut at its start when it is too long. */
export async function saidBefore(ingests: IngestRepository, place: SessionPlace): Promise<SaidBefore[]> {
  const texts = await ingests.textsBefore(place, MOST_MESSAGES);
  const said: SaidBefore[] = [];
  let left = MOST_LENGTH;
  for (const text of texts) {
    for (const message of messagesOf(text)) {
      const cut = cutTo(message, left);
      said.unshift(cut);
      left -= cut.content.length;
      if (left <= 0 || said.length === MOST_MESSAGES) return said;
    }
  }
  return said;
}

interface Texts {
  artifacts: { get(id: string): Promise<{ content: string } | null> };
}

/** Of a place whose words were deleted, its end is left while its text is there: that was read before, whatever is left. */
async function standingOf({ artifacts }: Texts, before: readonly EarlierPlace[]): Promise<EarlierPlace[]> {
  const standing = new Map<EarlierPlace, EarlierPlace>();
  for (const [artifactId, own] of groupBy(before, (place) => place.artifactId)) {
    const content = (await artifacts.get(artifactId))?.content;
    if (content === undefined) continue;
    for (const place of own) {
      const { start, end } = place;
      standing.set(place, holdsHidden(content.slice(start, end)) ? { ...place, start: end } : place);
    }
  }
  return before.flatMap((place) => standing.get(place) ?? []);
}

/** False when quoted words were deleted meanwhile: they must not be kept anywhere else. */
export async function standsYet(texts: Texts, before: readonly EarlierPlace[]): Promise<boolean> {
  const standing = await standingOf(texts, before);
  return before.every((place) => standing.includes(place));
}

/** The reader's input: the text, the messages before it, and the off-record messages between. */
export function sourceText(
  text: string,
  { source, turns, unkept = [] }: IngestOrder,
  before: readonly SaidBefore[],
): SourceText {
  const byTurn = groupBy(unkept, ({ turn }) => turn);
  const said = turns?.map((turn, number) => {
    const own = byTurn.get(number);
    return own ? { ...turn, unkept: own.map(({ turn: _turn, ...message }) => message) } : turn;
  });
  return {
    ...{ text, source },
    ...(said ? { turns: said } : {}),
    ...(before.length > 0 ? { before: before.map(({ role, name, content }) => ({ role, name, content })) } : {}),
  };
}

/** The earlier messages that a text was read with, and the memories drawn from them; null where those are too many. */
export interface EarlierWords {
  places: readonly EarlierPlace[];
  spoken: readonly { memoryId: string; place: EarlierPlace }[] | null;
}

export const noEarlierWords: EarlierWords = { places: [], spoken: [] };

class EarlierWordsGone extends Error {
  override readonly name = 'EarlierWordsGone';
  constructor() {
    super('What was said before it in its session was deleted meanwhile; it goes on without that.');
  }
}

/** Behind a message that is not kept, a statement may quote earlier messages that its context does not reach. */
export const quotesEarlier = ({ quotedUntil = 0 }: Extraction) => quotedUntil > 0;

const holdsEarlier = (extraction: Extraction) => extraction.contextBefore !== undefined || quotesEarlier(extraction);

/** A candidate without the words of earlier messages that were deleted. */
const withoutGoneWords = async (extraction: Extraction): Promise<Extraction> => {
  if (!holdsEarlier(extraction)) return extraction;
  const { contextBefore, ...rest } = extraction;
  const { content, sourceSpan, speaker } = rest;
  // Where nothing tells the earlier words, each word that is quoted may be one.
  const earlier = await sharedPlaces([content], [contextBefore ?? content], 1);
  const worded = { content, own: [sourceSpan, speaker ?? ''], ...quotedIn(rest) };
  return { ...rest, content: withoutEarlier(worded, earlier) };
};

export interface WithoutGone {
  extractions: Extraction[];
  /** What is left of the places: with the others no later look would ever find that all of them stand. */
  places: EarlierPlace[];
}

/** Null when all quoted words still stand. */
export async function withoutGone(
  repositories: Pick<TenantRepositories, 'artifacts'>,
  extractions: readonly Extraction[],
  places: readonly EarlierPlace[],
): Promise<WithoutGone | null> {
  if (!extractions.some(holdsEarlier) || (await standsYet(repositories, places))) return null;
  const left = await Promise.all(extractions.map(withoutGoneWords));
  return { extractions: left, places: await standingOf(repositories, places) };
}

/** Call under the lock of the owner, which deletions take too. Rejects with `EarlierWordsGone`. */
export async function earlierWords(
  repositories: Pick<TenantRepositories, 'artifacts' | 'memories'>,
  extractions: readonly Extraction[],
  places: readonly EarlierPlace[],
): Promise<EarlierWords> {
  if (!extractions.some(holdsEarlier)) return noEarlierWords;
  if (!(await standsYet(repositories, places))) throw new EarlierWordsGone();
  const artifactIds = [...new Set(places.map(({ artifactId }) => artifactId))];
  const drawn = await fewPlaces(repositories, artifactIds);
  const spoken = drawn?.flatMap(({ memoryId, artifactId, span }) => {
    const place = places.find((one) => one.artifactId === artifactId && overlap(one, span));
    return place ? [{ memoryId, place }] : [];
  });
  return { places, spoken: spoken ?? null };
}

/** The texts that the last `length` characters of the earlier messages come from, and the memories; null: too many. */
export function sourcesOf(
  { places, spoken }: EarlierWords,
  length: number,
): { textIds: string[]; memoryIds: string[] | null } {
  const reached: EarlierPlace[] = [];
  let left = length;
  for (const place of places.toReversed()) {
    if (left <= 0) break;
    reached.push(place);
    left -= place.end - place.start;
  }
  const memoryIds = spoken?.filter(({ place }) => reached.includes(place)).map(({ memoryId }) => memoryId);
  return { textIds: [...new Set(reached.map(({ artifactId }) => artifactId))], memoryIds: memoryIds ?? null };
}

import type { Candidate } from '@hippocamp/shared/schemas/ingest';
import type {
  IngestRecord,
  IngestResult,
  MemoryRecord,
  ReviewRecord,
  TenantRepositories,
} from '../../ports/records.js';
import { chunksOf, inParts } from '../in-parts.js';
import { drawnPages } from '../memory-store/drawn-from.js';
import { type SharedPlaces, sharedPlaces } from '../text/shared-words.js';
import type { Words } from '../text/word-batch.js';
import { tracedReviews } from './forgotten.js';
import { quotedIn, quotedLengthOf, type Worded, withoutEarlier } from './quoted-words.js';
import { ANSWER_BYTES, answerOf, mapCandidates, rewriteAnswers } from './redact-answer.js';
import { removeReviews } from './traces.js';

/** Later items of the same sessions, which may hold words of these texts. */
export interface Later {
  /** Ids, in parts that are worked on at once. A client may import any number. */
  memories: string[][];
  ingests: Pick<IngestRecord, 'traceId' | 'artifactId'>[];
  /** How much of each memory may be quoted, UTF-16 units. */
  quotedLengths: ReadonlyMap<string, number>;
}

/** Shorter runs of words are common to many texts. */
export const TELLING_ROW = 3;

/** Rows whose sizes are looked at together. */
const MEASURED = 50;
/** UTF-16 units of JSON. */
const TOGETHER = { units: 4 * 1024 * 1024, rows: 1000 };

/** Memories of one text follow each other, so that they are worked on at once where they can be. */
async function inMeasure(
  { memories }: TenantRepositories,
  ids: readonly string[],
  isMeant: (memory: MemoryRecord) => boolean,
): Promise<Pick<Later, 'memories' | 'quotedLengths'>> {
  const found: { id: string; text: string; units: number }[] = [];
  const quotedLengths = new Map<string, number>();
  for (const some of chunksOf(ids, MEASURED)) {
    for (const memory of (await memories.getMany(some)).filter(isMeant)) {
      found.push({ id: memory.id, text: memory.sourceArtifactId ?? '', units: JSON.stringify(memory).length });
      quotedLengths.set(memory.id, quotedLengthOf(memory));
    }
  }
  found.sort((first, second) => (`${first.text} ${first.id}` < `${second.text} ${second.id}` ? -1 : 1));
  const parts = inParts(found, { ...TOGETHER, unitsOf: ({ units }) => units });
  return { memories: parts.map((part) => part.map(({ id }) => id)), quotedLengths };
}

/** Memories of other texts that cite these, or come from texts that were read with these before them. */
export async function findLater(
  repositories: TenantRepositories,
  { memoryIds, artifactIds }: { memoryIds: readonly string[]; artifactIds: readonly string[] },
): Promise<Later> {
  const { ingests, memories } = repositories;
  const later = await ingests.readWith(artifactIds);
  const found = new Set(await memories.citing([...memoryIds, ...artifactIds]));
  const laterTexts = later.flatMap(({ artifactId }) => artifactId ?? []);
  for await (const page of drawnPages(repositories, laterTexts, 'any')) for (const { id } of page) found.add(id);
  const going = new Set(memoryIds);
  const ids = [...found].filter((id) => !going.has(id));
  const own = new Set(artifactIds);
  // A batch cites the items before it in its own request, but takes no words from them.
  const isOther = ({ sourceArtifactId }: MemoryRecord) => sourceArtifactId !== null && !own.has(sourceArtifactId);
  return { ...(await inMeasure(repositories, ids, isOther)), ingests: later };
}

/** UTF-16 units that are compared with the earlier texts at once: those are gone through each time, and may be long. */
export const COMPARED = 4 * 1024 * 1024;

/** What was said before, and may stand in later texts. */
export interface EarlierTexts {
  texts: Words;
  /** The shortest run of words that is no coincidence. */
  least: number;
}

/** Of a candidate without a memory nobody knows how much it quotes. */
const wordedIn = ({ content, sourceSpan, memoryId }: Candidate, { quotedLengths }: Later): Worded => ({
  ...{ content, own: [sourceSpan] },
  ...quotedIn({ quotedUntil: memoryId === undefined ? undefined : quotedLengths.get(memoryId) }),
});

/** Redacts the answers of later ingests. Answers the memories and reviews that the redacted candidates mention. */
async function redactAnswers(
  repositories: TenantRepositories,
  results: readonly IngestResult[],
  { later, earlier }: { later: Later; earlier: SharedPlaces },
) {
  const mentioned: string[] = [];
  const redacted = (candidate: Candidate): Candidate => {
    const content = withoutEarlier(wordedIn(candidate, later), earlier);
    if (content === candidate.content) return candidate;
    // Stored answers that mention the memory or its review are out of date.
    const { memoryId, duplicateOf, reviewId } = candidate;
    mentioned.push(...[memoryId ?? duplicateOf ?? [], reviewId ?? []].flat());
    return { ...candidate, content };
  };
  await rewriteAnswers(repositories, results, (answer) => mapCandidates(answer, redacted));
  return mentioned;
}

const waitsWith = ({ candidate }: ReviewRecord, earlier: SharedPlaces): boolean => {
  if (!candidate) return false;
  const { content, sourceSpan, speaker } = candidate;
  const worded = { content, own: [sourceSpan, speaker ?? ''], ...quotedIn(candidate) };
  return withoutEarlier(worded, earlier) !== content;
};

const contentsOf = (results: readonly IngestResult[]): string[] =>
  results
    .map(answerOf)
    .flatMap(({ acceptedMemories, rejectedMemories }) =>
      [...acceptedMemories, ...rejectedMemories].map(({ content }) => content),
    );

/** The ids of waiting reviews of later texts that hold the words. */
async function reviewsQuoting(
  { reviews }: TenantRepositories,
  artifactIds: readonly string[],
  { texts, least }: EarlierTexts,
): Promise<string[]> {
  const quoting: string[] = [];
  for await (const page of tracedReviews(reviews, { memoryIds: [], texts: [], artifactIds })) {
    const contents = page.flatMap(({ candidate }) => candidate?.content ?? []);
    const earlier = await sharedPlaces(contents, texts, least);
    quoting.push(...page.filter((review) => waitsWith(review, earlier)).map(({ id }) => id));
  }
  return quoting;
}

/** Removes the words from answers, candidates and reviews of later ingests. */
export async function redactLater(
  repositories: TenantRepositories,
  later: Later,
  { texts, least }: EarlierTexts,
  now: Date,
): Promise<void> {
  const { ingests, idempotency } = repositories;
  const traceIds = later.ingests.map(({ traceId }) => traceId);
  await ingests.forgetCandidates(traceIds, now);
  const artifactIds = later.ingests.flatMap(({ artifactId }) => artifactId ?? []);
  const answers = await ingests.answers({ artifactIds: [], traceIds }, { lock: true });
  await removeReviews(repositories, await reviewsQuoting(repositories, artifactIds, { texts, least }));
  const mentioned: string[] = [];
  for (const part of inParts(answers, { units: ANSWER_BYTES, unitsOf: ({ bytes }) => bytes })) {
    const results = await ingests.results(part.map(({ traceId }) => traceId));
    const earlier = await sharedPlaces(contentsOf(results), texts, least);
    mentioned.push(...(await redactAnswers(repositories, results, { later, earlier })));
  }
  await idempotency.forget(mentioned);
}

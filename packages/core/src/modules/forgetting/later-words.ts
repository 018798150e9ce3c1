import type { Candidate } from '@hippocamp/shared/schemas/ingest';
import type {
  IngestRecord,
  IngestResult,
  MemoryRecord,
  ReviewRecord,
  TenantRepositories,
} from '../../ports/records.js';
import { pace } from '../waiting.js';
import { holdsWording } from './occurrences.js';
import { answerOf, mapCandidates, rewriteAnswers } from './redact-answer.js';
import { redact } from './redaction.js';
import { type SharedPlaces, sharedPlaces, sharedWords } from './shared-words.js';
import { removeReviews } from './traces.js';

/** Later items of the same sessions, which may hold words of these texts. */
export interface Later {
  memories: MemoryRecord[];
  ingests: Pick<IngestRecord, 'traceId' | 'artifactId'>[];
}

/** Shorter runs of words are common to many texts. */
export const TELLING_ROW = 3;

/** Memories of other texts that cite these, or come from texts that were read with these before them. */
export async function findLater(
  { ingests, memories }: TenantRepositories,
  { memoryIds, artifactIds }: { memoryIds: readonly string[]; artifactIds: readonly string[] },
): Promise<Later> {
  const later = await ingests.readWith(artifactIds);
  const drawn = await memories.drawnFrom(later.flatMap(({ artifactId }) => artifactId ?? []));
  const citing = await memories.citing([...memoryIds, ...artifactIds]);
  const ids = [...new Set([...citing, ...drawn.map(({ id }) => id)])].filter((id) => !memoryIds.includes(id));
  const own = new Set(artifactIds);
  // A batch cites the items before it in its own request, but takes no words from them.
  const isOther = ({ sourceArtifactId }: MemoryRecord) => sourceArtifactId !== null && !own.has(sourceArtifactId);
  return { memories: (await memories.getMany(ids)).filter(isOther), ingests: later };
}

export async function contextsHolding({ memories }: Later, wordings: readonly string[]): Promise<string[]> {
  const holding: string[] = [];
  for (const { id, context } of memories) {
    if (context !== null && wordings.some((wording) => holdsWording(context, wording))) holding.push(id);
    await pace();
  }
  return holding;
}

/** What was said before, and may stand in later texts. */
export interface EarlierTexts {
  texts: readonly string[];
  /** The shortest run of words that is no coincidence. */
  least: number;
}

export const withoutEarlier = (content: string, own: readonly string[], earlier: SharedPlaces): string =>
  redact(content, sharedWords(content, earlier, own), []);

/** Redacts the answers of later ingests. Answers the memories and reviews that the redacted candidates mention. */
async function redactAnswers(
  repositories: TenantRepositories,
  results: readonly IngestResult[],
  earlier: SharedPlaces,
) {
  const mentioned: string[] = [];
  const redacted = (candidate: Candidate): Candidate => {
    const content = withoutEarlier(candidate.content, [candidate.sourceSpan], earlier);
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
  return withoutEarlier(content, [sourceSpan, speaker ?? ''], earlier) !== content;
};

const contentsOf = (results: readonly IngestResult[]): string[] =>
  results
    .map(answerOf)
    .flatMap(({ acceptedMemories, rejectedMemories }) =>
      [...acceptedMemories, ...rejectedMemories].map(({ content }) => content),
    );

/** Removes the words from answers, candidates and reviews of later ingests. Answers where they stand in the memories. */
export async function redactLater(
  repositories: TenantRepositories,
  later: Later,
  { texts, least }: EarlierTexts,
  now: Date,
): Promise<SharedPlaces> {
  const { ingests, reviews, idempotency } = repositories;
  const traceIds = later.ingests.map(({ traceId }) => traceId);
  await ingests.forgetCandidates(traceIds, now);
  const artifactIds = later.ingests.flatMap(({ artifactId }) => artifactId ?? []);
  const results = await ingests.results({ artifactIds: [], traceIds }, { lock: true });
  const waiting = await reviews.tracing({ memoryIds: [], texts: [], artifactIds });
  const contents = [
    ...later.memories.map(({ content }) => content),
    ...waiting.flatMap(({ candidate }) => candidate?.content ?? []),
    ...contentsOf(results),
  ];
  const earlier = await sharedPlaces(contents, texts, least);
  await removeReviews(repositories, waiting, (review) => waitsWith(review, earlier));
  await idempotency.forget(await redactAnswers(repositories, results, earlier));
  return earlier;
}

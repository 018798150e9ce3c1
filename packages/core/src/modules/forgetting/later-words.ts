import type { Candidate } from '@hippocamp/shared/schemas/ingest';
import type { IngestRecord, MemoryRecord, ReviewRecord, TenantRepositories } from '../../ports/records.js';
import { holdsWording } from './occurrences.js';
import { mapCandidates, rewriteAnswers } from './redact-answer.js';
import { redact } from './redaction.js';
import { sharedWords } from './shared-words.js';
import { removeReviews } from './traces.js';

/** Later items of the same sessions, which may hold words of these texts. */
export interface Later {
  memories: MemoryRecord[];
  ingests: Pick<IngestRecord, 'traceId' | 'artifactId'>[];
}

/** Words that have to go, wherever they were taken over. */
export interface EarlierTexts {
  texts: readonly string[];
  /** The length of a word run that is no coincidence. */
  least: number;
}

/** For a memory that goes. Shorter runs of words are common to many texts. */
export const TELLING_ROW = 3;

/** Memories of other texts than these that cite them, or are drawn from texts that were read with these before them. */
export async function findLater(
  { ingests, memories }: TenantRepositories,
  { memoryIds, artifactIds }: { memoryIds: readonly string[]; artifactIds: readonly string[] },
): Promise<Later> {
  const later = await ingests.readWith(artifactIds);
  const drawn = await memories.drawnFrom(later.flatMap(({ artifactId }) => artifactId ?? []));
  const citing = await memories.citing([...memoryIds, ...artifactIds]);
  const ids = [...new Set([...citing, ...drawn.map(({ id }) => id)])].filter((id) => !memoryIds.includes(id));
  const own = new Set(artifactIds);
  // A batch cites what came before it in its own request, and takes no words from there.
  const isOther = ({ sourceArtifactId }: MemoryRecord) => sourceArtifactId !== null && !own.has(sourceArtifactId);
  return { memories: (await memories.getMany(ids)).filter(isOther), ingests: later };
}

/** The memories whose contexts hold some of the wordings. */
export const contextsHolding = ({ memories }: Later, wordings: readonly string[]): string[] =>
  memories
    .filter(({ context }) => context !== null && wordings.some((wording) => holdsWording(context, wording)))
    .map(({ id }) => id);

/** A content without words that are not its own. */
export const withoutEarlier = (content: string, own: readonly string[], { texts, least }: EarlierTexts): string =>
  redact(content, sharedWords(content, texts, { own, least }), []);

/** Takes the words out of answers of later ingests, and out of what these found and have not stored. Answers whom they mention. */
async function redactAnswers(repositories: TenantRepositories, traceIds: readonly string[], earlier: EarlierTexts) {
  const mentioned: string[] = [];
  const redacted = (candidate: Candidate): Candidate => {
    const content = withoutEarlier(candidate.content, [candidate.sourceSpan], earlier);
    if (content === candidate.content) return candidate;
    // The memory that it became or repeats, and its review: whoever asks again is answered with these.
    const { memoryId, duplicateOf, reviewId } = candidate;
    mentioned.push(...[memoryId ?? duplicateOf ?? [], reviewId ?? []].flat());
    return { ...candidate, content };
  };
  const results = await repositories.ingests.results({ artifactIds: [], traceIds }, { lock: true });
  await rewriteAnswers(repositories, results, (answer) => mapCandidates(answer, redacted));
  return mentioned;
}

const waitsWith = ({ candidate }: ReviewRecord, earlier: EarlierTexts): boolean => {
  if (!candidate) return false;
  const { content, sourceSpan, speaker } = candidate;
  return withoutEarlier(content, [sourceSpan, speaker ?? ''], earlier) !== content;
};

/** Takes the words out of what later ingests told and found, but for the memories. */
export async function redactLater(
  repositories: TenantRepositories,
  later: Later,
  earlier: EarlierTexts,
  now: Date,
): Promise<void> {
  const traceIds = later.ingests.map(({ traceId }) => traceId);
  await repositories.ingests.forgetCandidates(traceIds, now);
  const artifactIds = later.ingests.flatMap(({ artifactId }) => artifactId ?? []);
  await removeReviews(repositories, artifactIds, (review) => waitsWith(review, earlier));
  await repositories.idempotency.forget(await redactAnswers(repositories, traceIds, earlier));
}

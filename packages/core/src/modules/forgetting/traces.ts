import type { IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import type { ArtifactRecord, IngestResult, ReviewRecord, Span, TenantRepositories } from '../../ports/records.js';
import { pace, yieldToEventLoop } from '../waiting.js';
import { type Forgotten, reviewsOf } from './forgotten.js';
import { holdsWording, occurrences } from './occurrences.js';
import { answerOf, redactAnswer, rewriteAnswers } from './redact-answer.js';
import { redactCandidates } from './redact-candidates.js';
import { overlap, redact } from './redaction.js';

/** Read before anything changes. */
export interface Traces {
  /** By memory id and review id. */
  forgotten: Map<string, Forgotten>;
  artifactIds: string[];
  traceIds: string[];
  reviewIds: string[];
  /** Memories of the same texts whose contexts hold the words. */
  contextsOf: string[];
}

interface Sought {
  spans: Span[];
  wordings: Set<string>;
}

const nothing: Sought = { spans: [], wordings: new Set() };

/** All wordings of the forgotten memories that an answer mentions. */
const wordingsIn = ({ acceptedMemories, rejectedMemories }: IngestAnswer, forgotten: Traces['forgotten']): string[] =>
  [...acceptedMemories, ...rejectedMemories].flatMap(({ memoryId, duplicateOf, reviewId, content, sourceSpan }) => {
    const memory = forgotten.get(memoryId ?? duplicateOf ?? reviewId ?? '');
    if (!memory || memory.keeps === content) return [];
    return [content, sourceSpan, ...memory.wordings].filter((wording) => wording !== memory.keeps);
  });

/** By artifact id. */
async function soughtIn(
  forgotten: Traces['forgotten'],
  results: readonly IngestResult[],
): Promise<Map<string, Sought>> {
  const sought = new Map<string, Sought>();
  const add = (artifactId: string | null, wordings: readonly string[], span: Span | null) => {
    if (artifactId === null) return;
    const found = sought.get(artifactId) ?? { spans: [], wordings: new Set() };
    for (const wording of wordings) found.wordings.add(wording);
    if (span) found.spans.push(span);
    sought.set(artifactId, found);
  };
  for (const { artifactId, span, wordings } of forgotten.values()) add(artifactId, wordings, span);
  for (const row of results) {
    add(row.artifactId, wordingsIn(answerOf(row), forgotten), null);
    await pace();
  }
  return sought;
}

export async function findTraces(
  { ingests, memories, reviews }: TenantRepositories,
  given: readonly Forgotten[],
): Promise<Traces> {
  const reviewed = await reviewsOf(reviews, given);
  const wanted = [...given, ...reviewed];
  const forgotten = new Map(wanted.map((one) => [one.id, one]));
  const repeating = await ingests.repeating([...forgotten.keys()]);
  const ids = [...wanted, ...repeating].flatMap(({ artifactId }) => artifactId ?? []);
  const artifactIds = [...new Set(ids)];
  const traceIds = repeating.map(({ traceId }) => traceId);
  const siblings = (await memories.drawnFrom(artifactIds)).filter(({ id }) => !forgotten.has(id));
  // Texts without remaining memories have no contexts, so they need no lookup.
  const shared = [...new Set(siblings.map(({ sourceArtifactId }) => sourceArtifactId))];
  const sought = await soughtIn(forgotten, await ingests.results({ artifactIds: shared, traceIds: [] }));
  const contextsOf: string[] = [];
  for (const { id, sourceArtifactId, context } of siblings) {
    const { wordings } = sought.get(sourceArtifactId) ?? nothing;
    if (context !== null && [...wordings].some((wording) => holdsWording(context, wording))) contextsOf.push(id);
    await pace();
  }
  return { forgotten, artifactIds, traceIds, reviewIds: reviewed.map(({ id }) => id), contextsOf };
}

/** Answers the new texts by artifact id, and the memories that keep some of the words as their own. */
async function redactTexts(
  repositories: TenantRepositories,
  texts: readonly Pick<ArtifactRecord, 'id' | 'content' | 'ingestTraceId'>[],
  { forgotten, sought, now }: { forgotten: Traces['forgotten']; sought: ReadonlyMap<string, Sought>; now: Date },
) {
  const { artifacts, memories } = repositories;
  // Read after the deletion, so that deleted memories of the same text no longer count.
  const drawn = await memories.drawnFrom(texts.map(({ id }) => id));
  // A staying memory keeps its own words, unless its place in the text has to go.
  const staying = drawn.filter(({ id }) => {
    const found = forgotten.get(id);
    return found === undefined || (found.keeps !== null && found.span === null);
  });
  const current = new Map<string, string>();
  const keptIn = new Set<string>();
  for (const { id, content, ingestTraceId } of texts) {
    const { spans, wordings } = sought.get(id) ?? nothing;
    const wanted = [...spans, ...[...wordings].flatMap((wording) => occurrences(content, wording))];
    const walls = staying.flatMap(({ id: memoryId, sourceArtifactId, span }) =>
      span && sourceArtifactId === id ? [{ memoryId, ...span }] : [],
    );
    const redacted = redact(content, wanted, walls);
    if (redacted === content) await yieldToEventLoop();
    else {
      await artifacts.rewrite(id, redacted);
      if (ingestTraceId !== null) await redactCandidates(repositories, ingestTraceId, redacted, now);
    }
    current.set(id, redacted);
    for (const wall of walls) if (wanted.some((span) => overlap(span, wall))) keptIn.add(wall.memoryId);
  }
  return { current, keptIn: [...keptIn].filter((id) => !forgotten.has(id)) };
}

const holdsSome = ({ candidate }: ReviewRecord, { spans, wordings }: Sought): boolean =>
  candidate !== null &&
  (spans.some((span) => overlap(span, candidate.span)) ||
    [...wordings].some((wording) =>
      [candidate.content, candidate.sourceSpan].some((text) => occurrences(text, wording).length > 0),
    ));

/** Removes `reviewIds` and the reviews of these texts that `holds` selects. */
export async function removeReviews(
  { reviews, idempotency }: Pick<TenantRepositories, 'reviews' | 'idempotency'>,
  beside: readonly ReviewRecord[],
  holds: (review: ReviewRecord) => boolean,
  reviewIds: readonly string[] = [],
): Promise<void> {
  const ids = [...reviewIds, ...beside.filter(holds).map(({ id }) => id)];
  if (ids.length === 0) return;
  await reviews.remove(ids);
  await idempotency.forget(ids);
}

/**
 * Call after the deletion, in its transaction. Answers the memories that keep some words as their own.
 * Locks texts before ingests, each in order, as deletions do.
 */
export async function redactTraces(
  repositories: TenantRepositories,
  { forgotten, artifactIds, traceIds, reviewIds }: Traces,
  now: Date,
): Promise<string[]> {
  const { artifacts, ingests } = repositories;
  const texts = await artifacts.lock(artifactIds);
  const results = await ingests.results({ artifactIds, traceIds }, { lock: true });
  const sought = await soughtIn(forgotten, results);
  const { current, keptIn } = await redactTexts(repositories, texts, { forgotten, sought, now });
  const memories = new Map([...forgotten].map(([id, { keeps }]) => [id, keeps]));
  await rewriteAnswers(repositories, results, (answer, { artifactId }) => {
    const wordings = [...new Set(wordingsIn(answer, forgotten))];
    return redactAnswer(answer, { memories, wordings, text: current.get(artifactId ?? '') ?? null });
  });
  await removeReviews(
    repositories,
    await repositories.reviews.tracing({ memoryIds: [], texts: [], artifactIds: [...sought.keys()] }),
    (review) => holdsSome(review, sought.get(review.sourceArtifactId ?? '') ?? nothing),
    reviewIds,
  );
  return keptIn;
}

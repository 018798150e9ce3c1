import type { IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import type { ArtifactRecord, IngestAnswerSize, IngestResult, Span, TenantRepositories } from '../../ports/records.js';
import { groupBy, inParts } from '../in-parts.js';
import { contextPages, drawnPages, type PlacedMemory, placedPages } from '../memories/drawn-from.js';
import { pace, yieldToEventLoop } from '../waiting.js';
import { allWords, type Forgotten, reviewsOf, tracedReviews } from './forgotten.js';
import { contextsHolding, placesIn } from './places-in.js';
import { ANSWER_BYTES, answerOf, redactAnswer, rewriteAnswers } from './redact-answer.js';
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

interface Mentioned {
  /** The wordings of the answers themselves. */
  said: Set<string>;
  of: Set<Forgotten>;
}

interface Sought extends Mentioned {
  spans: Span[];
}

const nothing = (): Sought => ({ spans: [], said: new Set(), of: new Set() });

const wordsOf = ({ said, of }: Mentioned) => allWords([{ wordings: said }, ...of]);

/** The forgotten memories that an answer mentions. */
function mentionedIn({ acceptedMemories, rejectedMemories }: IngestAnswer, forgotten: Traces['forgotten']): Mentioned {
  const mentioned = nothing();
  for (const candidate of [...acceptedMemories, ...rejectedMemories]) {
    const { memoryId, duplicateOf, reviewId, content, sourceSpan } = candidate;
    const memory = forgotten.get(memoryId ?? duplicateOf ?? reviewId ?? '');
    if (!memory || memory.keeps === content) continue;
    mentioned.of.add(memory);
    for (const wording of [content, sourceSpan]) if (wording !== memory.keeps) mentioned.said.add(wording);
  }
  return mentioned;
}

/** By artifact id. */
async function soughtIn(
  forgotten: Traces['forgotten'],
  results: readonly IngestResult[],
): Promise<ReadonlyMap<string, Sought>> {
  const sought = new Map<string, Sought>();
  const of = (artifactId: string): Sought => {
    const found = sought.get(artifactId) ?? nothing();
    sought.set(artifactId, found);
    return found;
  };
  for (const memory of forgotten.values()) {
    if (memory.artifactId === null) continue;
    const found = of(memory.artifactId);
    found.of.add(memory);
    if (memory.span) found.spans.push(memory.span);
  }
  for (const row of results) {
    if (row.artifactId === null) continue;
    const mentioned = mentionedIn(answerOf(row), forgotten);
    const found = of(row.artifactId);
    for (const wording of mentioned.said) found.said.add(wording);
    for (const memory of mentioned.of) found.of.add(memory);
    await pace();
  }
  return sought;
}

interface Part {
  artifactIds: string[];
  traceIds: string[];
}

/** About the most that a raw text takes. */
const TEXT_BYTES = 200_000;

/** A text and its answers belong together. An answer without a text is by itself. */
function partsOf(artifactIds: readonly string[], answers: readonly IngestAnswerSize[]): Part[] {
  const byText = groupBy(answers, ({ artifactId, traceId }) => artifactId ?? traceId);
  const keys = [...new Set([...artifactIds, ...byText.keys()])];
  const own = new Set(artifactIds);
  const bytesOf = (key: string) => (byText.get(key) ?? []).reduce((sum, { bytes }) => sum + bytes, TEXT_BYTES);
  return inParts(keys, { units: ANSWER_BYTES, unitsOf: bytesOf }).map((part) => ({
    artifactIds: part.filter((key) => own.has(key)),
    traceIds: part.flatMap((key) => (byText.get(key) ?? []).map(({ traceId }) => traceId)),
  }));
}

/** Texts without remaining memories have no contexts, so they need no lookup. */
async function textsWithContexts(
  repositories: TenantRepositories,
  artifactIds: readonly string[],
  isLeft: (id: string) => boolean,
): Promise<string[]> {
  const found = new Set<string>();
  for await (const page of drawnPages(repositories, artifactIds, 'context'))
    for (const { id, sourceArtifactId } of page) if (isLeft(id)) found.add(sourceArtifactId);
  return [...found];
}

async function contextsOfTexts(
  repositories: TenantRepositories,
  artifactIds: readonly string[],
  forgotten: Traces['forgotten'],
): Promise<string[]> {
  const { ingests } = repositories;
  const isLeft = (id: string) => !forgotten.has(id);
  const shared = await textsWithContexts(repositories, artifactIds, isLeft);
  const contextsOf: string[] = [];
  for (const part of partsOf(shared, await ingests.answers({ artifactIds: shared, traceIds: [] }))) {
    const sought = await soughtIn(forgotten, await ingests.results(part.traceIds));
    for await (const page of contextPages(repositories, part.artifactIds, isLeft)) {
      for (const [id, rows] of groupBy(page, ({ artifactId }) => artifactId))
        contextsOf.push(...(await contextsHolding(rows, wordsOf(sought.get(id) ?? nothing()))));
    }
  }
  return contextsOf;
}

export async function findTraces(repositories: TenantRepositories, given: readonly Forgotten[]): Promise<Traces> {
  const { ingests, reviews } = repositories;
  const reviewed = await reviewsOf(reviews, given);
  const wanted = [...given, ...reviewed];
  const forgotten = new Map(wanted.map((one) => [one.id, one]));
  const repeating = await ingests.repeating([...forgotten.keys()]);
  const ids = [...wanted, ...repeating].flatMap(({ artifactId }) => artifactId ?? []);
  const artifactIds = [...new Set(ids)];
  const traceIds = repeating.map(({ traceId }) => traceId);
  const contextsOf = await contextsOfTexts(repositories, artifactIds, forgotten);
  return { forgotten, artifactIds, traceIds, reviewIds: reviewed.map(({ id }) => id), contextsOf };
}

type Text = Pick<ArtifactRecord, 'id' | 'content' | 'ingestTraceId'>;

/** By artifact id. Texts that mention the same memories are looked through together, as a long history is read for each look. */
async function placesOfTexts(
  texts: readonly Text[],
  sought: ReadonlyMap<string, Sought>,
): Promise<ReadonlyMap<string, readonly Span[]>> {
  const soughtOf = ({ id }: Text): Sought => sought.get(id) ?? nothing();
  const alike = groupBy(texts, (text) =>
    Array.from(soughtOf(text).of, ({ id }) => id)
      .sort()
      .join(' '),
  );
  const found = new Map<string, readonly Span[]>();
  for (const some of alike.values()) {
    const of = some.flatMap((text, place) => (place === 0 ? [...soughtOf(text).of] : []));
    const told = await placesIn(
      some.map(({ content }) => content),
      allWords(of),
    );
    for (const text of some) {
      const { spans, said } = soughtOf(text);
      const own = await placesIn([text.content], said);
      found.set(text.id, [...spans, ...(told.get(text.content) ?? []), ...(own.get(text.content) ?? [])]);
    }
  }
  return found;
}

interface Forgetting {
  forgotten: Traces['forgotten'];
  sought: ReadonlyMap<string, Sought>;
  now: Date;
}

/** By artifact id. Read after the deletion, so that deleted memories of the same text no longer count. */
async function stayingIn(
  repositories: TenantRepositories,
  texts: readonly Text[],
  forgotten: Traces['forgotten'],
): Promise<ReadonlyMap<string, readonly PlacedMemory[]>> {
  const staying: PlacedMemory[] = [];
  const ids = texts.map(({ id }) => id);
  for await (const page of placedPages(repositories, ids)) {
    for (const placed of page) {
      const found = forgotten.get(placed.memoryId);
      // A staying memory keeps its own words, unless its place in the text has to go.
      if (found === undefined || (found.keeps !== null && found.span === null)) staying.push(placed);
    }
  }
  return groupBy(staying, ({ artifactId }) => artifactId);
}

/** Answers the new texts by artifact id, and the memories that keep some of the words as their own. */
async function redactTexts(
  repositories: TenantRepositories,
  texts: readonly Text[],
  { forgotten, sought, now }: Forgetting,
) {
  const { artifacts } = repositories;
  const staying = await stayingIn(repositories, texts, forgotten);
  const current = new Map<string, string>();
  const keptIn = new Set<string>();
  const places = await placesOfTexts(texts, sought);
  for (const { id, content, ingestTraceId } of texts) {
    const wanted = places.get(id) ?? [];
    const walls = (staying.get(id) ?? []).map(({ memoryId, span }) => ({ memoryId, ...span }));
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

/** The ids of the open or rejected reviews of these texts that stay, and hold some of the words. */
async function reviewsHolding(
  { reviews }: TenantRepositories,
  artifactIds: readonly string[],
  { forgotten, sought }: Pick<Forgetting, 'forgotten' | 'sought'>,
): Promise<string[]> {
  const holding: string[] = [];
  for await (const page of tracedReviews(reviews, { memoryIds: [], texts: [], artifactIds })) {
    // The words of those that go are read for each look, and they may be thousands.
    const staying = page.filter(({ id }) => !forgotten.has(id));
    for (const [artifactId, some] of groupBy(staying, ({ sourceArtifactId }) => sourceArtifactId)) {
      const found = sought.get(artifactId ?? '') ?? nothing();
      const candidates = some.flatMap(({ id, candidate }) => (candidate ? [{ id, ...candidate }] : []));
      const texts = candidates.flatMap(({ content, sourceSpan }) => [content, sourceSpan]);
      const places = await placesIn(texts, wordsOf(found));
      for (const { id, content, sourceSpan, span } of candidates) {
        const isSaid = [content, sourceSpan].some((text) => (places.get(text) ?? []).length > 0);
        if (isSaid || found.spans.some((one) => overlap(one, span))) holding.push(id);
      }
    }
  }
  return holding;
}

export async function removeReviews(
  { reviews, idempotency }: Pick<TenantRepositories, 'reviews' | 'idempotency'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await reviews.remove(ids);
  await idempotency.forget(ids);
}

async function redactPart(
  repositories: TenantRepositories,
  { artifactIds, traceIds }: Part,
  { forgotten, now }: Omit<Forgetting, 'sought'>,
) {
  const results = await repositories.ingests.results(traceIds);
  const sought = await soughtIn(forgotten, results);
  const texts = await repositories.artifacts.texts(artifactIds);
  const { current, keptIn } = await redactTexts(repositories, texts, { forgotten, sought, now });
  const memories = new Map([...forgotten].map(([id, { keeps }]) => [id, keeps]));
  await rewriteAnswers(repositories, results, (answer, { artifactId }) =>
    redactAnswer(answer, {
      memories,
      wordings: wordsOf(mentionedIn(answer, forgotten)),
      text: current.get(artifactId ?? '') ?? null,
    }),
  );
  return { keptIn, reviewIds: await reviewsHolding(repositories, artifactIds, { forgotten, sought }) };
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
  await artifacts.lock(artifactIds);
  const answers = await ingests.answers({ artifactIds, traceIds }, { lock: true });
  const keptIn: string[] = [];
  const goingReviews = [...reviewIds];
  for (const part of partsOf(artifactIds, answers)) {
    const redacted = await redactPart(repositories, part, { forgotten, now });
    keptIn.push(...redacted.keptIn);
    goingReviews.push(...redacted.reviewIds);
  }
  // Last, because their words are looked for in all parts.
  await removeReviews(repositories, goingReviews);
  return [...new Set(keptIn)];
}

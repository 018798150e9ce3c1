import type { ArtifactRecord, IngestResult, Span, TenantRepositories } from '../../ports/records.js';
import { groupBy } from '../in-parts.js';
import { placedPages } from '../memory-store/drawn-from.js';
import { createHeldSpans, type HeldSpans } from '../text/held-spans.js';
import { overlapWithAny, redact } from '../text/redaction.js';
import { pace } from '../waiting.js';
import { contextsOfTexts } from './contexts-of-texts.js';
import { type Forgotten, reviewsOf, tracedReviews } from './forgotten.js';
import { answerOf, looseTexts, redactAnswer, rewriteAnswers, shownText } from './redact-answer.js';
import { redactCandidates } from './redact-candidates.js';
import {
  type ForgottenById,
  lookThrough,
  mentionedIn,
  nothing,
  type Part,
  partsOf,
  type Sought,
  soughtIn,
} from './sought.js';
import { createWordSearch, type WordSearch } from './word-search.js';

/** Read before anything changes. */
export interface Traces {
  /** By memory id and review id. */
  forgotten: ForgottenById;
  artifactIds: string[];
  traceIds: string[];
  reviewIds: string[];
  /** Memories of the same texts whose contexts hold the words. */
  contextsOf: string[];
  search: WordSearch;
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
  const search = createWordSearch();
  const contextsOf = await contextsOfTexts(repositories, artifactIds, { forgotten, search });
  return { forgotten, artifactIds, traceIds, reviewIds: reviewed.map(({ id }) => id), contextsOf, search };
}

type Text = Pick<ArtifactRecord, 'id' | 'content'>;

/** By artifact id. */
async function placesOfTexts(
  texts: readonly Text[],
  { sought, search }: Pick<Forgetting, 'sought' | 'search'>,
): Promise<ReadonlyMap<string, readonly Span[]>> {
  const looks = texts.map(({ id, content }) => ({ ...(sought.get(id) ?? nothing()), id, content, texts: [content] }));
  const found = await lookThrough(looks, search);
  return new Map(found.map(({ id, content, spans, places }) => [id, [...spans, ...(places.get(content) ?? [])]]));
}

interface Forgetting extends Pick<Traces, 'forgotten' | 'search'> {
  sought: ReadonlyMap<string, Sought>;
  now: Date;
}

interface Staying {
  /** Where memories that stay keep their words, by artifact id. */
  walls: ReadonlyMap<string, HeldSpans>;
  /** The memories that keep some of the words as their own. */
  keptIn: string[];
}

/** Read after the deletion, so that deleted memories of the same text no longer count. The memories may be any number. */
async function stayingIn(
  repositories: TenantRepositories,
  places: ReadonlyMap<string, readonly Span[]>,
  forgotten: Traces['forgotten'],
): Promise<Staying> {
  const walls = new Map(Array.from(places.keys(), (id) => [id, createHeldSpans()]));
  const isOver = new Map(Array.from(places, ([id, spans]) => [id, overlapWithAny(spans)]));
  const keptIn = new Set<string>();
  for await (const page of placedPages(repositories, [...places.keys()])) {
    for (const { memoryId, artifactId, span } of page) {
      const found = forgotten.get(memoryId);
      // A staying memory keeps its own words, unless its place in the text has to go.
      if (found !== undefined && (found.keeps === null || found.span !== null)) continue;
      walls.get(artifactId)?.add(span);
      if (found === undefined && isOver.get(artifactId)?.(span)) keptIn.add(memoryId);
      await pace();
    }
  }
  return { walls, keptIn: [...keptIn] };
}

/** Answers the new texts by artifact id, and the memories that keep some of the words as their own. */
async function redactTexts(
  repositories: TenantRepositories,
  texts: readonly Text[],
  { forgotten, sought, search, now }: Forgetting,
) {
  const places = await placesOfTexts(texts, { sought, search });
  const { walls, keptIn } = await stayingIn(repositories, places, forgotten);
  const current = new Map<string, string>();
  const changed = new Map<string, string>();
  for (const { id, content } of texts) {
    const redacted = redact(content, places.get(id) ?? [], walls.get(id)?.all() ?? []);
    current.set(id, redacted);
    if (redacted !== content) changed.set(id, redacted);
    await pace();
  }
  await repositories.artifacts.rewrite(Array.from(changed, ([id, content]) => ({ id, content })));
  await redactCandidates(repositories, changed, now);
  return { current, keptIn };
}

/** The ids of the open or rejected reviews of these texts that stay, and hold some of the words. */
async function reviewsHolding(
  { reviews }: TenantRepositories,
  artifactIds: readonly string[],
  { forgotten, sought, search }: Omit<Forgetting, 'now'>,
): Promise<string[]> {
  const holding: string[] = [];
  const isOver = new Map(Array.from(sought, ([artifactId, { spans }]) => [artifactId, overlapWithAny(spans)]));
  for await (const page of tracedReviews(reviews, { memoryIds: [], texts: [], artifactIds })) {
    // The words of those that go are read for each look, and they may be thousands.
    const staying = page.filter(({ id }) => !forgotten.has(id));
    for (const [artifactId, some] of groupBy(staying, ({ sourceArtifactId }) => sourceArtifactId)) {
      const found = sought.get(artifactId ?? '') ?? nothing();
      const candidates = some.flatMap(({ id, candidate }) => (candidate ? [{ id, ...candidate }] : []));
      const texts = candidates.flatMap(({ content, sourceSpan }) => [content, sourceSpan]);
      const [look] = await lookThrough([{ ...found, texts }], search);
      for (const { id, content, sourceSpan, span } of candidates) {
        const isSaid = [content, sourceSpan].some((text) => (look?.places.get(text) ?? []).length > 0);
        if (isSaid || isOver.get(artifactId ?? '')?.(span)) holding.push(id);
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

interface Redacting extends Pick<Forgetting, 'forgotten' | 'search'> {
  /** Texts as they are now, by artifact id. */
  current: ReadonlyMap<string, string>;
}

async function redactAnswers(
  repositories: TenantRepositories,
  results: readonly IngestResult[],
  { forgotten, search, current }: Redacting,
) {
  const memories = new Map([...forgotten].map(([id, { keeps }]) => [id, keeps]));
  const told = results.map((row) => {
    const answer = answerOf(row);
    const text = current.get(row.artifactId ?? '') ?? null;
    return { ...mentionedIn(answer, forgotten), row, text, texts: looseTexts(answer) };
  });
  const loose = await lookThrough(told, search);
  const shown = loose.map(({ places, ...one }) => ({
    ...one,
    loosePlaces: places,
    texts: shownText(answerOf(one.row), one.text),
  }));
  const found = await lookThrough(shown, search, 'plain');
  const withdrawn = new Map(found.map((one) => [one.row, one]));
  await rewriteAnswers(repositories, results, (answer, row) => {
    const own = withdrawn.get(row);
    if (!own) throw new Error('an answer was not looked through');
    return redactAnswer(answer, { memories, text: own.text, places: own.loosePlaces, shownPlaces: own.places });
  });
}

async function redactPart(
  repositories: TenantRepositories,
  { artifactIds, traceIds }: Part,
  { forgotten, search, now }: Omit<Forgetting, 'sought'>,
) {
  const results = await repositories.ingests.results(traceIds);
  const sought = await soughtIn(forgotten, results);
  const texts = await repositories.artifacts.texts(artifactIds);
  const { current, keptIn } = await redactTexts(repositories, texts, { forgotten, sought, search, now });
  await redactAnswers(repositories, results, { forgotten, search, current });
  return { keptIn, reviewIds: await reviewsHolding(repositories, artifactIds, { forgotten, sought, search }) };
}

/**
 * Call after the deletion, in its transaction. Answers the memories that keep some words as their own.
 * Locks texts before ingests, each in order, as deletions do.
 */
export async function redactTraces(
  repositories: TenantRepositories,
  { forgotten, artifactIds, traceIds, reviewIds, search }: Traces,
  now: Date,
): Promise<string[]> {
  const { artifacts, ingests } = repositories;
  const sizes = new Map((await artifacts.lock(artifactIds)).map(({ id, bytes }) => [id, bytes]));
  const answers = await ingests.answers({ artifactIds, traceIds }, { lock: true });
  const keptIn: string[] = [];
  const goingReviews = [...reviewIds];
  for (const part of partsOf(artifactIds, answers, (id) => sizes.get(id) ?? 0)) {
    const redacted = await redactPart(repositories, part, { forgotten, search, now });
    keptIn.push(...redacted.keptIn);
    goingReviews.push(...redacted.reviewIds);
  }
  // Last, because their words are looked for in all parts.
  await removeReviews(repositories, goingReviews);
  return [...new Set(keptIn)];
}

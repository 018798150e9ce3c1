import type { ReviewRecord, ReviewRepository, ReviewTraces, Span } from '../../ports/records.js';
import { contentHash } from '../facts/facts.js';
import { readPages } from '../in-parts.js';
import type { Words } from '../text/word-batch.js';
import { pace } from '../waiting.js';
import type { Wordings } from './wordings-of.js';

/** The words of a memory or review that have to go from everywhere else. */
export interface Forgotten {
  id: string;
  ownerEntityId: string | null;
  /** The wording that stays; null when the memory itself goes. */
  keeps: string | null;
  /** All other wordings that it had, perhaps several times. */
  wordings: Words;
  artifactId: string | null;
  /** The place in its artifact if that has to go. */
  span: Span | null;
}

/** Without what stays. */
export const wordsBeside = (keeps: string | null, own: readonly (string | null)[], told: Words = []): Words => ({
  async *[Symbol.asyncIterator]() {
    for (const wording of own) if (wording !== null && wording !== '' && wording !== keeps) yield wording;
    for await (const wording of told) if (wording !== keeps) yield wording;
  },
});

export const allWords = (forgotten: readonly Pick<Forgotten, 'wordings'>[]): Words => ({
  async *[Symbol.asyncIterator]() {
    for (const { wordings } of forgotten) yield* wordings;
  },
});

export const allWordings = ({ content, sourceSpan, told, sourceArtifactId, span, ...memory }: Wordings): Forgotten => ({
  id: memory.id,
  ownerEntityId: memory.ownerEntityId,
  keeps: null,
  wordings: wordsBeside(null, [content, sourceSpan], told),
  artifactId: sourceArtifactId,
  span,
});

/** UTF-16 units of reviews whose words are held. A client may store any number of them. */
const MOST_HELD = 4 * 1024 * 1024;

const wordsOfReview = ({ candidate }: Pick<ReviewRecord, 'candidate'>): string[] =>
  candidate ? [candidate.content, candidate.sourceSpan].filter((wording) => wording !== '') : [];

const readAgain = (reviews: ReviewRepository, id: string): Words => ({
  async *[Symbol.asyncIterator]() {
    yield* wordsOfReview((await reviews.get(id)) ?? { candidate: null });
  },
});

const ofReview = ({ id, ownerEntityId, candidate, sourceArtifactId }: ReviewRecord, wordings: Words): Forgotten => ({
  id,
  ownerEntityId,
  keeps: null,
  wordings,
  artifactId: sourceArtifactId,
  span: candidate?.span ?? null,
});

/** In pages. */
export async function* tracedReviews(
  reviews: Pick<ReviewRepository, 'getMany' | 'tracing'>,
  traces: ReviewTraces,
): AsyncGenerator<ReviewRecord[]> {
  const ids = await reviews.tracing(traces);
  let read = 0;
  const pages = readPages<ReviewRecord>(
    (_after, limit) => {
      const part = ids.slice(read, read + limit);
      read += part.length;
      return reviews.getMany(part);
    },
    (review) => JSON.stringify(review).length,
    () => read === ids.length,
  );
  for await (const page of pages) {
    yield page;
    await pace();
  }
}

/** Texts that one look for reviews asks for. */
const MOST_TEXTS = 500;

async function* textsOf(given: readonly Forgotten[]): AsyncGenerator<ReviewTraces['texts']> {
  let texts: { ownerEntityId: string | null; contentHash: string }[] = [];
  for (const { ownerEntityId, wordings } of given) {
    for await (const wording of wordings) {
      texts.push({ ownerEntityId, contentHash: contentHash(wording) });
      await pace();
      if (texts.length < MOST_TEXTS) continue;
      yield texts;
      texts = [];
    }
  }
  yield texts;
}

/** The reviews of deleted memories, and those of the same owner with the same words. */
export async function reviewsOf(reviews: ReviewRepository, given: readonly Forgotten[]): Promise<Forgotten[]> {
  const found = new Map<string, Forgotten>();
  let units = 0;
  const wordings = (review: ReviewRecord): Words => {
    const own = wordsOfReview(review);
    units += own.reduce((sum, { length }) => sum + length, 0);
    return units > MOST_HELD ? readAgain(reviews, review.id) : own;
  };
  let memoryIds = given.filter(({ keeps }) => keeps === null).map(({ id }) => id);
  for await (const texts of textsOf(given)) {
    for await (const page of tracedReviews(reviews, { memoryIds, texts, artifactIds: [] })) {
      for (const review of page) if (!found.has(review.id)) found.set(review.id, ofReview(review, wordings(review)));
    }
    memoryIds = [];
  }
  return [...found.values()];
}

/** The place in the text goes too, unless it holds what the memory says now. */
export function pastWordings(memory: Wordings): Forgotten {
  const { id, content, sourceSpan, earliest, wasChanged, told, sourceArtifactId, span } = memory;
  const spanGoes = wasChanged && (earliest ?? sourceSpan) !== content;
  const wordings = wordsBeside(content, spanGoes ? [sourceSpan] : [], told);
  const { ownerEntityId } = memory;
  return { id, ownerEntityId, keeps: content, wordings, artifactId: sourceArtifactId, span: spanGoes ? span : null };
}

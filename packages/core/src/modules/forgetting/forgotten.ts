import type { ReviewRecord, ReviewRepository, Span } from '../../ports/records.js';
import { contentHash } from '../facts/facts.js';
import type { Wordings } from './wordings-of.js';

/** The words of a memory or review that have to go from everywhere else. */
export interface Forgotten {
  id: string;
  ownerEntityId: string | null;
  /** The wording that stays; null when the memory itself goes. */
  keeps: string | null;
  /** All other wordings that it had. */
  wordings: string[];
  artifactId: string | null;
  /** The place in its artifact if that has to go. */
  span: Span | null;
}

const distinct = (wordings: readonly (string | null)[]) => [
  ...new Set(wordings.filter((wording): wording is string => wording !== null && wording !== '')),
];

export const allWordings = ({
  content,
  sourceSpan,
  historyContents,
  sourceArtifactId,
  span,
  ...memory
}: Wordings): Forgotten => ({
  id: memory.id,
  ownerEntityId: memory.ownerEntityId,
  keeps: null,
  wordings: distinct([content, sourceSpan, ...historyContents]),
  artifactId: sourceArtifactId,
  span,
});

const ofReview = ({ id, ownerEntityId, candidate, sourceArtifactId }: ReviewRecord): Forgotten => ({
  id,
  ownerEntityId,
  keeps: null,
  wordings: candidate ? distinct([candidate.content, candidate.sourceSpan]) : [],
  artifactId: sourceArtifactId,
  span: candidate?.span ?? null,
});

/** The reviews of deleted memories, and those of the same owner with the same words. */
export async function reviewsOf(reviews: ReviewRepository, given: readonly Forgotten[]): Promise<Forgotten[]> {
  const found = await reviews.tracing({
    memoryIds: given.filter(({ keeps }) => keeps === null).map(({ id }) => id),
    texts: given.flatMap(({ ownerEntityId, wordings }) =>
      wordings.map((wording) => ({ ownerEntityId, contentHash: contentHash(wording) })),
    ),
    artifactIds: [],
  });
  return found.map(ofReview);
}

/** The place in the text goes too, unless it holds what the memory says now. */
export function pastWordings(memory: Wordings): Forgotten {
  const { id, content, sourceSpan, historyContents, sourceArtifactId, span } = memory;
  const drawn = historyContents[0] ?? sourceSpan;
  const wasChanged = historyContents.some((wording) => wording !== content);
  const spanGoes = wasChanged && drawn !== content;
  const wordings = distinct([...historyContents, ...(spanGoes ? [sourceSpan] : [])]).filter(
    (wording) => wording !== content,
  );
  const { ownerEntityId } = memory;
  return { id, ownerEntityId, keeps: content, wordings, artifactId: sourceArtifactId, span: spanGoes ? span : null };
}

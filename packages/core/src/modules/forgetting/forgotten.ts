import type { ReviewRecord, ReviewRepository, Span } from '../../ports/records.js';
import { contentHash } from '../facts/facts.js';
import type { Wordings } from './wordings-of.js';

/** The words of a memory or of a review that have to go, wherever else they stand. */
export interface Forgotten {
  id: string;
  ownerEntityId: string | null;
  /** The wording that stays; null where the memory itself goes. */
  keeps: string | null;
  /** Every other wording that it had. */
  wordings: string[];
  artifactId: string | null;
  /** Its place in its artifact, where that has to go. */
  span: Span | null;
}

const distinct = (wordings: readonly (string | null)[]) => [
  ...new Set(wordings.filter((wording): wording is string => wording !== null && wording !== '')),
];

/** Every wording of a memory that is deleted. */
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

/** Every wording of a review whose words go. */
const ofReview = ({ id, ownerEntityId, candidate, sourceArtifactId }: ReviewRecord): Forgotten => ({
  id,
  ownerEntityId,
  keeps: null,
  wordings: candidate ? distinct([candidate.content, candidate.sourceSpan]) : [],
  artifactId: sourceArtifactId,
  span: candidate?.span ?? null,
});

/** Reviews of the memories that go, and those of the same owner that wait with the same words: they go as well. */
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

/** The earlier wordings of a changed memory. Its place in the text goes too, unless that holds what it says now. */
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

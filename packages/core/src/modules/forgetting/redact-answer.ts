import type { JsonObject } from '@hippocamp/shared/schemas/common';
import type { Candidate, IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import { withPlainLines } from '@hippocamp/shared/text/cleaned';
import type { IngestResult, TenantRepositories } from '../../ports/records.js';
import { occurrences } from './occurrences.js';
import { hide, redact } from './redaction.js';

export interface Withdrawn {
  /** Forgotten memories and reviews by id, each with the wording that stays, or null. */
  memories: ReadonlyMap<string, string | null>;
  wordings: readonly string[];
  /** The raw text as it is now; null when no artifact holds it. */
  text: string | null;
}

const hidden = (candidate: Candidate): Candidate => ({
  ...candidate,
  content: hide(candidate.content),
  sourceSpan: hide(candidate.sourceSpan),
  tags: [],
  rationale: 'forgotten',
});

const withoutWordings = (text: string, wordings: readonly string[]): string =>
  redact(
    text,
    wordings.flatMap((wording) => occurrences(text, wording)),
    [],
  );

const redactCandidate = (candidate: Candidate, { memories, wordings }: Withdrawn): Candidate => {
  const { memoryId, duplicateOf, reviewId = '' } = candidate;
  // The stored memory, the repeated one, or the review that goes.
  const id = memoryId ?? duplicateOf ?? (memories.has(reviewId) ? reviewId : undefined);
  const kept = id === undefined ? undefined : memories.get(id);
  if (kept !== undefined) return candidate.content === kept ? candidate : hidden(candidate);
  // Words of another memory belong to that memory.
  if (id !== undefined) return candidate;
  const content = withoutWordings(candidate.content, wordings);
  const sourceSpan = withoutWordings(candidate.sourceSpan, wordings);
  const isSame = content === candidate.content && sourceSpan === candidate.sourceSpan;
  return isSame ? candidate : { ...hidden(candidate), content, sourceSpan };
};

/** Checked when it was written. */
export const answerOf = ({ result }: IngestResult) => result as unknown as IngestAnswer;

export const mapCandidates = (answer: IngestAnswer, change: (candidate: Candidate) => Candidate): IngestAnswer => ({
  ...answer,
  acceptedMemories: answer.acceptedMemories.map((candidate) => change(candidate)),
  rejectedMemories: answer.rejectedMemories.map((candidate) => change(candidate)),
});

export function redactAnswer(answer: IngestAnswer, withdrawn: Withdrawn): IngestAnswer {
  const { debug } = answer;
  const input = withdrawn.text ?? debug?.normalizedInput ?? '';
  const plain = withPlainLines(
    withdrawn.text === null ? withoutWordings(input, withdrawn.wordings.map(withPlainLines)) : input,
  );
  return {
    ...mapCandidates(answer, (candidate) => redactCandidate(candidate, withdrawn)),
    ...(debug && { debug: { ...debug, normalizedInput: plain } }),
  };
}

export async function rewriteAnswers(
  { ingests }: Pick<TenantRepositories, 'ingests'>,
  results: readonly IngestResult[],
  change: (answer: IngestAnswer, row: IngestResult) => IngestAnswer,
): Promise<void> {
  for (const row of results) {
    const before = answerOf(row);
    const after = change(before, row);
    if (JSON.stringify(after) === JSON.stringify(before)) continue;
    await ingests.rewriteResult(row.traceId, after as unknown as JsonObject);
  }
}

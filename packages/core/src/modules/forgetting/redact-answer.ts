import type { JsonObject } from '@hippocamp/shared/schemas/common';
import type { Candidate, IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import { withPlainLines } from '@hippocamp/shared/text/cleaned';
import type { IngestResult, TenantRepositories } from '../../ports/records.js';
import { placesIn } from './places-in.js';
import { hide, redact } from './redaction.js';
import type { Words } from './wordings-of.js';

export interface Withdrawn {
  /** Forgotten memories and reviews by id, each with the wording that stays, or null. */
  memories: ReadonlyMap<string, string | null>;
  wordings: Words;
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

type Places = Awaited<ReturnType<typeof placesIn>>;

const withoutWordings = (text: string, places: Places): string => redact(text, places.get(text) ?? [], []);

const redactCandidate = (
  candidate: Candidate,
  { memories }: Pick<Withdrawn, 'memories'>,
  places: Places,
): Candidate => {
  const { memoryId, duplicateOf, reviewId = '' } = candidate;
  // The stored memory, the repeated one, or the review that goes.
  const id = memoryId ?? duplicateOf ?? (memories.has(reviewId) ? reviewId : undefined);
  const kept = id === undefined ? undefined : memories.get(id);
  if (kept !== undefined) return candidate.content === kept ? candidate : hidden(candidate);
  // Words of another memory belong to that memory.
  if (id !== undefined) return candidate;
  const content = withoutWordings(candidate.content, places);
  const sourceSpan = withoutWordings(candidate.sourceSpan, places);
  const isSame = content === candidate.content && sourceSpan === candidate.sourceSpan;
  return isSame ? candidate : { ...hidden(candidate), content, sourceSpan };
};

/** Bytes of answers that are worked on at once. A client may import any number, of megabytes each. */
export const ANSWER_BYTES = 4 * 1024 * 1024;

/** Checked when it was written. */
export const answerOf = ({ result }: IngestResult) => result as unknown as IngestAnswer;

export const mapCandidates = (answer: IngestAnswer, change: (candidate: Candidate) => Candidate): IngestAnswer => ({
  ...answer,
  acceptedMemories: answer.acceptedMemories.map((candidate) => change(candidate)),
  rejectedMemories: answer.rejectedMemories.map((candidate) => change(candidate)),
});

const plainLines = (words: Words): Words => ({
  async *[Symbol.asyncIterator]() {
    for await (const wording of words) yield withPlainLines(wording);
  },
});

export async function redactAnswer(answer: IngestAnswer, withdrawn: Withdrawn): Promise<IngestAnswer> {
  const { debug } = answer;
  const { text, wordings } = withdrawn;
  // Candidates that name a memory keep or lose their words as a whole.
  const loose = [...answer.acceptedMemories, ...answer.rejectedMemories].filter(
    ({ memoryId, duplicateOf }) => memoryId === undefined && duplicateOf === undefined,
  );
  const places = await placesIn(
    loose.flatMap(({ content, sourceSpan }) => [content, sourceSpan]),
    wordings,
  );
  const shown = debug && text === null ? [debug.normalizedInput] : [];
  const shownPlaces = await placesIn(shown, plainLines(wordings));
  const input = text ?? withoutWordings(debug?.normalizedInput ?? '', shownPlaces);
  return {
    ...mapCandidates(answer, (candidate) => redactCandidate(candidate, withdrawn, places)),
    ...(debug && { debug: { ...debug, normalizedInput: withPlainLines(input) } }),
  };
}

export async function rewriteAnswers(
  { ingests }: Pick<TenantRepositories, 'ingests'>,
  results: readonly IngestResult[],
  change: (answer: IngestAnswer, row: IngestResult) => IngestAnswer | Promise<IngestAnswer>,
): Promise<void> {
  for (const row of results) {
    const before = answerOf(row);
    const after = await change(before, row);
    if (JSON.stringify(after) === JSON.stringify(before)) continue;
    await ingests.rewriteResult(row.traceId, after as unknown as JsonObject);
  }
}

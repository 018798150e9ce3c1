import type { JsonObject } from '@hippocamp/shared/schemas/common';
import type { Candidate, IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import { withPlainLines } from '@hippocamp/shared/text/cleaned';
import type { IngestResult, TenantRepositories } from '../../ports/records.js';
import { inParts } from '../in-parts.js';
import type { Places } from '../text/places-in.js';
import { hide, redact } from '../text/redaction.js';
import { pace } from '../waiting.js';

export interface Withdrawn {
  /** Forgotten memories and reviews by id, each with the wording that stays, or null. */
  memories: ReadonlyMap<string, string | null>;
  /** The raw text as it is now; null when no artifact holds it. */
  text: string | null;
  /** Where the words stand in its loose texts, and in what it shows. */
  places: Places;
  shownPlaces: Places;
}

const hidden = (candidate: Candidate): Candidate => ({
  ...candidate,
  content: hide(candidate.content),
  sourceSpan: hide(candidate.sourceSpan),
  tags: [],
  rationale: 'forgotten',
});

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

/** Candidates that name a memory keep or lose their words as a whole; the words of all others are looked for. */
export const looseTexts = ({ acceptedMemories, rejectedMemories }: IngestAnswer): string[] =>
  [...acceptedMemories, ...rejectedMemories]
    .filter(({ memoryId, duplicateOf }) => memoryId === undefined && duplicateOf === undefined)
    .flatMap(({ content, sourceSpan }) => [content, sourceSpan]);

/** What is shown of the raw text, where no artifact holds it. */
export const shownText = ({ debug }: IngestAnswer, text: string | null): string[] =>
  debug && text === null ? [debug.normalizedInput] : [];

export function redactAnswer(answer: IngestAnswer, withdrawn: Withdrawn): IngestAnswer {
  const { debug } = answer;
  const { text, places, shownPlaces } = withdrawn;
  const input = text ?? withoutWordings(debug?.normalizedInput ?? '', shownPlaces);
  return {
    ...mapCandidates(answer, (candidate) => redactCandidate(candidate, withdrawn, places)),
    ...(debug && { debug: { ...debug, normalizedInput: withPlainLines(input) } }),
  };
}

/** What is stored of the text stays in memories, and what waits of it in reviews. */
function withoutText(answer: IngestAnswer): IngestAnswer {
  const { debug } = answer;
  return {
    ...mapCandidates(answer, (candidate) => (candidate.memoryId === undefined ? hidden(candidate) : candidate)),
    ...(debug && { debug: { ...debug, normalizedInput: hide(debug.normalizedInput) } }),
  };
}

/** Takes a raw text that is removed out of the answers of its ingests, in the same transaction. */
export async function forgetTextInAnswers(
  repositories: Pick<TenantRepositories, 'ingests' | 'idempotency'>,
  artifactId: string,
): Promise<void> {
  const { ingests } = repositories;
  const answers = await ingests.answers({ artifactIds: [artifactId], traceIds: [] }, { lock: true });
  for (const part of inParts(answers, { units: ANSWER_BYTES, unitsOf: ({ bytes }) => bytes })) {
    const results = await ingests.results(part.map(({ traceId }) => traceId));
    await rewriteAnswers(repositories, results, withoutText);
  }
}

/** Answers to keys that told the same are forgotten: a repeat would show what they told. */
export async function rewriteAnswers(
  { ingests, idempotency }: Pick<TenantRepositories, 'ingests' | 'idempotency'>,
  results: readonly IngestResult[],
  change: (answer: IngestAnswer, row: IngestResult) => IngestAnswer,
): Promise<void> {
  const changed: Parameters<typeof ingests.rewriteResults>[0][number][] = [];
  for (const row of results) {
    const before = answerOf(row);
    const after = change(before, row);
    if (JSON.stringify(after) !== JSON.stringify(before))
      changed.push({ traceId: row.traceId, result: after as unknown as JsonObject });
    await pace();
  }
  await ingests.rewriteResults(changed);
  await idempotency.forget(changed.map(({ traceId }) => traceId));
}

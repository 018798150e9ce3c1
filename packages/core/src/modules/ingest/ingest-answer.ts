import type { Warning } from '@hippocamp/shared/schemas/common';
import type { Candidate, IngestAnswer, IngestList } from '@hippocamp/shared/schemas/ingest';
import type { IngestOrder, IngestOverview, IngestStatus, KeptTurn } from '../../ports/records.js';

/** The message in which a place of the text lies. */
export const turnAt = ({ turns }: IngestOrder, place: number): KeptTurn | undefined =>
  turns?.find(({ start, end }) => start <= place && place < end);

const nothing = {
  summary: { candidates: 0, accepted: 0, rejected: 0 },
  acceptedMemories: [],
  rejectedMemories: [],
};

/** Accepted for later: the shape of an answer, still empty. */
export const processingAnswer = (traceId: string, warnings: Warning[]): IngestAnswer => ({
  success: true,
  traceId,
  status: 'processing',
  ...nothing,
  warnings,
});

/** Of a text that repeats itself there may be thousands, which nobody reads. */
const MOST_REJECTED = 1000;

const failedAnswer = (traceId: string, warnings: Warning[], error: string): IngestAnswer => ({
  success: false,
  traceId,
  status: 'failed',
  ...nothing,
  warnings,
  error,
});

/** What it stored was deleted, and its words with it. */
const erasedAnswer = (traceId: string, warnings: Warning[]): IngestAnswer => ({
  success: true,
  traceId,
  status: 'done',
  ...nothing,
  warnings: [
    ...warnings,
    { code: 'erased', message: 'The memories drawn from this text were deleted, and its words with them.' },
  ],
});

export const doneAnswer = (
  traceId: string,
  candidates: { accepted: Candidate[]; rejected: Candidate[] },
  warnings: Warning[],
  debug: IngestAnswer['debug'],
): IngestAnswer => {
  const { accepted, rejected } = candidates;
  const cut = rejected.length > MOST_REJECTED;
  const message = `Of ${rejected.length} rejected candidates the first ${MOST_REJECTED} are listed.`;
  return {
    success: true,
    traceId,
    status: 'done',
    summary: { candidates: accepted.length + rejected.length, accepted: accepted.length, rejected: rejected.length },
    acceptedMemories: accepted,
    rejectedMemories: rejected.slice(0, MOST_REJECTED),
    warnings: cut ? [...warnings, { code: 'rejected_cut', message }] : warnings,
    ...(debug ? { debug } : {}),
  };
};

/** The answer that an ingest's row stands for. */
export function answerOf(record: IngestStatus): IngestAnswer {
  const { warnings } = record.request;
  // As it was written; to check it once more would take long for a long one.
  if (record.state === 'done' && record.result) return record.result as unknown as IngestAnswer;
  if (record.state === 'done') return erasedAnswer(record.traceId, warnings);
  if (record.state === 'failed') return failedAnswer(record.traceId, warnings, record.error ?? 'unknown');
  return processingAnswer(record.traceId, warnings);
}

/** An ingest as lists show it. */
export function listed(record: IngestOverview): IngestList['ingests'][number] {
  const { source, ownerEntityId, sessionId } = record.request;
  return {
    traceId: record.traceId,
    state: record.state,
    source,
    ownerEntityId: ownerEntityId ?? null,
    sessionId: sessionId ?? null,
    artifactId: record.artifactId,
    summary: (record.summary as IngestAnswer['summary'] | null) ?? nothing.summary,
    error: record.error,
    createdAt: record.createdAt.toISOString(),
    finishedAt: record.finishedAt?.toISOString() ?? null,
  };
}

import type { EarlierMessage, Turn } from '@hippocamp/shared/language/statement';
import type { PlacedVerdict } from '@hippocamp/shared/language/verdict';
import type { Warning } from '@hippocamp/shared/schemas/common';
import type { Candidate, IngestAnswer, IngestList, IngestRequest } from '@hippocamp/shared/schemas/ingest';
import type { ReaderVersions } from '../../ports/extractor.js';
import type { IngestOverview, IngestStatus, Span } from '../../ports/records.js';

/** A message in the text that is kept. */
export interface KeptTurn extends Turn {
  /** When it was said, ISO 8601; null where nobody told. */
  at: string | null;
}

/** A message off the record, and the number of the turn that it was said before. */
export interface UnkeptMessage extends EarlierMessage {
  turn: number;
}

/** Where a message of an earlier ingest of the session stands. */
export interface EarlierPlace extends Span {
  artifactId: string;
}

/** Who read the text, and what is to be told of that. */
export interface TextRead extends ReaderVersions {
  warnings: Warning[];
  /** What was read before the text, in order. */
  before?: readonly EarlierPlace[];
  /** Statements that told nothing; what an earlier release read has no such number. */
  leftOut?: number;
  /** What the judge said of each statement, where it was asked for. */
  verdicts?: PlacedVerdict[];
}

/** What an ingest was asked for, without its text; the row keeps it. */
export type IngestOrder = Omit<IngestRequest, 'content'> & {
  warnings: Warning[];
  turns?: readonly KeptTurn[];
  /** Only until the text was read, or that was given up: the records take it out then. What is tried again is read without it. */
  unkept?: readonly UnkeptMessage[];
  /** What is kept of it already stays; it is read for what an earlier reader left out. */
  again?: boolean;
  /** Once it was read. */
  read?: TextRead;
};

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
  const { warnings } = record.request as unknown as IngestOrder;
  // As it was written; to check it once more would take long for a long one.
  if (record.state === 'done' && record.result) return record.result as unknown as IngestAnswer;
  if (record.state === 'done') return erasedAnswer(record.traceId, warnings);
  if (record.state === 'failed') return failedAnswer(record.traceId, warnings, record.error ?? 'unknown');
  return processingAnswer(record.traceId, warnings);
}

/** An ingest as lists show it. */
export function listed(record: IngestOverview): IngestList['ingests'][number] {
  const { source, ownerEntityId, sessionId } = record.request as unknown as IngestOrder;
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

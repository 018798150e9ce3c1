import type { JsonObject, TenantId, Warning } from '@hippocamp/shared/schemas/common';
import type { Candidate, IngestAnswer, IngestList } from '@hippocamp/shared/schemas/ingest';
import { withPlainLines } from '@hippocamp/shared/text/cleaned';
import type { Extraction } from '../../ports/extractor.js';
import type {
  IngestOrder,
  IngestOverview,
  IngestRecord,
  IngestStatus,
  KeptReading,
  KeptTurn,
  Outcome,
  TextRead,
} from '../../ports/records.js';
import type { KnownFact } from './candidates.js';
import { shownVerdicts } from './shown-verdicts.js';

export interface Decision extends Outcome {
  extraction: Extraction;
  kept: KeptReading;
}

/** A decision that makes a memory. */
export type Accepted = Decision & { memoryId: string };

export const isAccepted = <Decided extends Outcome>(decision: Decided): decision is Decided & { memoryId: string } =>
  decision.status === 'new' || decision.status === 'conflict';

const reportOf = (
  { status, memoryId, repeatsItself, reason, replaced, replacedParts = [] }: Outcome,
  stored: boolean,
): Partial<Candidate> => {
  if (status === 'new' || status === 'conflict') {
    const earlier = [...new Set([...replaced, ...replacedParts.map(({ id }) => id)])];
    const supersedes = stored && earlier.length > 0 ? { supersedes: earlier } : {};
    return stored && memoryId !== null ? { memoryId, ...supersedes } : {};
  }
  // Without storing, the earlier part of the text is no memory that could be named.
  if (repeatsItself && !stored) return { reason: 'says the same as an earlier part of this text' };
  return { ...(reason === null ? {} : { reason }), ...(memoryId === null ? {} : { duplicateOf: memoryId }) };
};

const reviewedIn = ({ reviewId, doubted }: Outcome): Partial<Candidate> =>
  reviewId === undefined ? {} : { reviewId, ...(doubted ? { mayReplace: doubted } : {}) };

/** A candidate as the contract reports it. `stored` tells whether accepted ones became memories. */
export const toCandidate = (extraction: Extraction, outcome: Outcome, stored: boolean): Candidate => {
  return {
    content: extraction.content,
    memoryType: extraction.memoryType,
    importance: extraction.importance,
    confidence: extraction.confidence,
    tags: extraction.tags,
    sourceSpan: extraction.sourceSpan,
    rationale: extraction.rationale,
    dedupStatus: outcome.status,
    ...reportOf(outcome, stored),
    ...reviewedIn(outcome),
  };
};

/** Tells of a memory that no language model may read it, or nothing. */
export const readerOf = ({ reader }: Pick<IngestOrder, 'reader'>, { staysHere }: Pick<Extraction, 'staysHere'>) =>
  reader || staysHere ? { reader: 'local' as const } : {};

/** -1 where the text has no turns. */
export const turnNumber = ({ turns }: IngestOrder, place: number): number =>
  turns?.findIndex(({ start, end }) => start <= place && place < end) ?? -1;

export const turnAt = (order: IngestOrder, place: number): KeptTurn | undefined =>
  order.turns?.[turnNumber(order, place)];

const nothing = {
  summary: { candidates: 0, accepted: 0, rejected: 0 },
  acceptedMemories: [],
  rejectedMemories: [],
};

export const processingAnswer = (traceId: string, warnings: Warning[]): IngestAnswer => ({
  success: true,
  traceId,
  status: 'processing',
  ...nothing,
  warnings,
});

/** A repetitive text may have thousands of rejections, which nobody reads. */
const MOST_REJECTED = 1000;

const failedAnswer = (traceId: string, warnings: Warning[], error: string): IngestAnswer => ({
  success: false,
  traceId,
  status: 'failed',
  ...nothing,
  warnings,
  error,
});

/** The answer once its memories were deleted and its result with them. */
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

export function answerOf(record: IngestStatus): IngestAnswer {
  const { warnings, model } = record.request;
  const readBy = model ? { model } : {};
  // Returned as stored: validating a long answer again would take long.
  if (record.state === 'done' && record.result) return { ...(record.result as unknown as IngestAnswer), ...readBy };
  if (record.state === 'done') return { ...erasedAnswer(record.traceId, warnings), ...readBy };
  if (record.state === 'failed') return failedAnswer(record.traceId, warnings, record.error ?? 'unknown');
  return processingAnswer(record.traceId, warnings);
}

export function listed(record: IngestOverview): IngestList['ingests'][number] {
  const { source, ownerEntityId, sessionId } = record;
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

export interface IngestWork {
  tenant: TenantId;
  ingest: IngestRecord;
  order: IngestOrder;
  text: string;
  read: TextRead;
  extractions: readonly Extraction[];
  occurredAt: Date;
}

export interface IngestProgress {
  outcomes: readonly Outcome[];
  /** Facts of accepted candidates that no stored memory holds, because nothing is stored. */
  carried: readonly KnownFact[];
}

export const outcomesOf = ({ outcomes }: Pick<IngestRecord, 'outcomes'>) => (outcomes ?? []) as unknown as Outcome[];

/** Without storing, nothing is left of an earlier try, and the ingest starts again. */
export const progressOf = ({ ingest, order }: IngestWork): IngestProgress => ({
  outcomes: order.autoStore ? outcomesOf(ingest) : [],
  carried: [],
});

/** UTF-16 units of the metadata that the memories of the ingest have so far. Each memory has a copy. */
export const copiesOf = ({ autoStore, metadata }: IngestOrder, { outcomes }: IngestProgress): number =>
  autoStore ? outcomes.filter(isAccepted).length * JSON.stringify(metadata ?? {}).length : 0;

const debugOf = ({ ingest, order, text, read }: IngestWork, now: Date) =>
  order.debug
    ? {
        normalizedInput: withPlainLines(text),
        extractorVersion: read.extractor,
        promptVersion: read.prompt,
        ...(read.verdicts ? { verdicts: shownVerdicts(read.verdicts).verdicts } : {}),
        durationMs: now.getTime() - ingest.createdAt.getTime(),
      }
    : undefined;

export function report(work: IngestWork, outcomes: readonly Outcome[], now: Date): IngestAnswer {
  const { ingest, order, read, extractions } = work;
  const { ownerEntityId = null } = order;
  const decided = extractions.flatMap((extraction, place) => {
    const outcome = outcomes[place];
    if (!outcome) return [];
    return [{ outcome, candidate: { ...toCandidate(extraction, outcome, order.autoStore), ownerEntityId } }];
  });
  const accepted = decided.filter(({ outcome }) => isAccepted(outcome)).map(({ candidate }) => candidate);
  const rejected = decided.filter(({ outcome }) => !isAccepted(outcome)).map(({ candidate }) => candidate);
  const warnings = [...order.warnings, ...read.warnings];
  if (decided.length === 0 && warnings.every(({ code }) => code !== 'blank')) {
    warnings.push({ code: 'nothing_found', message: 'No sentence of the text says something worth keeping.' });
  }
  return doneAnswer(ingest.traceId, { accepted, rejected }, warnings, debugOf(work, now));
}

export const asJson = (value: object): JsonObject => value as unknown as JsonObject;

import type { JsonObject, TenantId } from '@hippocamp/shared/schemas/common';
import type { IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import type { Extraction } from '../../ports/extractor.js';
import type { IngestOrder, IngestRecord, Outcome, TextRead } from '../../ports/records.js';
import { isAccepted, toCandidate } from './decision.js';
import { doneAnswer } from './ingest-answer.js';
import type { KnownFact } from './known-fact.js';
import { withPlainLines } from './normalise-input.js';

/** An ingest under way. */
export interface IngestWork {
  tenant: TenantId;
  ingest: IngestRecord;
  order: IngestOrder;
  text: string;
  read: TextRead;
  extractions: readonly Extraction[];
  /** When the text was said. */
  occurredAt: Date;
}

/** How far it has come: what became of the first candidates. */
export interface IngestProgress {
  outcomes: readonly Outcome[];
  /** What the accepted ones of them say, where nothing is stored that would say it. */
  carried: readonly KnownFact[];
}

/** Where an earlier try ended. Without memories nothing of it is left, and it begins anew. */
export const progressOf = ({ ingest, order }: IngestWork): IngestProgress => ({
  outcomes: order.autoStore ? ((ingest.outcomes ?? []) as unknown as Outcome[]) : [],
  carried: [],
});

const debugOf = ({ ingest, order, text, read }: IngestWork, now: Date) =>
  order.debug
    ? {
        normalizedInput: withPlainLines(text),
        extractorVersion: read.extractor,
        promptVersion: read.prompt,
        ...(read.verdicts ? { verdicts: read.verdicts } : {}),
        durationMs: now.getTime() - ingest.createdAt.getTime(),
      }
    : undefined;

/** The answer to an ingest of which every candidate is decided about. */
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

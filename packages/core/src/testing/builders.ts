import { createHash } from 'node:crypto';
import type { TenantId, Tier } from '@hippocamp/shared/schemas/common';
import type { Ids } from '../ports/ids.js';
import type { Log } from '../ports/log.js';
import type {
  ArtifactRecord,
  EntityRecord,
  EventRecord,
  IngestOrder,
  IngestRecord,
  MemoryFilter,
  MemoryRecord,
  NewMemory,
  RelationRecord,
  ReviewCandidate,
  ReviewRecord,
} from '../ports/records.js';

/** The tests' now. */
export const NOON = new Date('2026-03-01T12:00:00.000Z');

export const minutesAfter = (minutes: number, from: Date = NOON) => new Date(from.getTime() + minutes * 60_000);

/** For tests that look at no log. */
export const quietLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

export const tenantNamed = (name: string) => name as TenantId;

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** UUIDs of version 7 in ascending order, the same in each run; another series never meets this one. */
export function sequentialIds(series = 1): Ids {
  let count = 0;
  return {
    next() {
      count += 1;
      return `0195${hex(series, 4)}-0000-7000-8000-${hex(count, 12)}`;
    },
  };
}

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** A plain memory of a minute before noon; what a test is about goes into `given`. */
export function newMemory(id: string, given: Partial<NewMemory> = {}): NewMemory {
  const createdAt = given.createdAt ?? minutesAfter(-1);
  const content = given.content ?? `Memory ${id.slice(-4)}.`;
  const occurredAt = given.occurredAt ?? createdAt;
  return {
    id,
    ownerEntityId: null,
    tier: 'episodic' satisfies Tier,
    content,
    context: null,
    speaker: null,
    sourceArtifactId: null,
    sourceEventId: null,
    importanceScore: 0.5,
    accessCount: 0,
    lastAccessedAt: createdAt,
    recencyAt: occurredAt,
    occurredAt,
    metadata: {},
    tags: [],
    createdAt,
    updatedAt: createdAt,
    tierSince: createdAt,
    confidence: null,
    provenance: null,
    contentHash: hashOf(content),
    contextSourceIds: [],
    factKeys: [],
    wordKeys: [],
    marks: [],
    language: null,
    reading: null,
    invalidAt: null,
    supersededById: null,
    span: null,
    dueAt: null,
    ...given,
  };
}

/** The row that a new memory becomes. */
export function recordOf(memory: NewMemory): MemoryRecord {
  const { contextSourceIds: _sources, span: _span, dueAt: _due, ...rest } = memory;
  const { factKeys: _facts, wordKeys: _words, reading: _reading, ...row } = rest;
  return { ...row, embeddingId: null, archivedAt: null, version: 1 };
}

/** The filter of a caller who wishes nothing. */
export const filterOf = (given: Partial<MemoryFilter> = {}): MemoryFilter => ({
  includeArchived: false,
  includeSuperseded: false,
  ...given,
});

export const newArtifact = (id: string, given: Partial<ArtifactRecord> = {}): ArtifactRecord => ({
  id,
  content: `Artifact ${id.slice(-4)}.`,
  source: 'test',
  ownerEntityId: null,
  metadata: {},
  ingestTraceId: null,
  createdAt: minutesAfter(-1),
  instructs: null,
  ...given,
});

export const newEntity = (id: string, given: Partial<EntityRecord> = {}): EntityRecord => ({
  id,
  type: 'person',
  name: `Entity ${id.slice(-4)}`,
  externalId: null,
  properties: {},
  tags: [],
  createdAt: minutesAfter(-1),
  updatedAt: minutesAfter(-1),
  version: 1,
  fromMentions: false,
  ...given,
});

export const newEvent = (id: string, given: Partial<EventRecord> = {}): EventRecord => ({
  id,
  actorEntityId: null,
  eventType: 'met',
  payload: {},
  tags: [],
  occurredAt: minutesAfter(-1),
  createdAt: minutesAfter(-1),
  ...given,
});

/** Between two memories, unless `given` says otherwise. */
export const newRelation = (id: string, given: Partial<RelationRecord> = {}): RelationRecord => ({
  id,
  type: 'supersedes',
  fromType: 'memory',
  fromId: id,
  toType: 'memory',
  toId: id,
  weight: 1,
  metadata: {},
  createdAt: minutesAfter(-1),
  ...given,
});

/** The members of an ingest that a test gives, and any part of its request. */
export type GivenIngest = Partial<Omit<IngestRecord, 'request'>> & { request?: object };

export const orderOf = (given: object = {}): IngestOrder => ({
  ...{ source: 'chat', metadata: {}, autoStore: true, debug: false, warnings: [] },
  ...given,
});

export const newIngest = (traceId: string, { request, ...given }: GivenIngest = {}): IngestRecord => ({
  traceId,
  state: 'processing',
  request: orderOf(request),
  artifactId: null,
  content: null,
  candidates: null,
  outcomes: null,
  result: null,
  error: null,
  createdAt: minutesAfter(-1),
  finishedAt: null,
  ...given,
});

export const newCandidate = (content: string, given: Partial<ReviewCandidate> = {}): ReviewCandidate => ({
  ...{ content, memoryType: 'semantic', importance: 0.5, confidence: 0.2, tags: [], sourceSpan: content },
  ...{ rationale: 'why', by: null, speaker: null, span: { start: 0, end: content.length }, context: null },
  ...{ source: 'note', sessionId: null, actorId: null, metadata: {}, occurredAt: minutesAfter(-1) },
  ...given,
});

/** An open one of a candidate, unless `given` says otherwise. */
export function newReview(id: string, given: Partial<ReviewRecord> = {}): ReviewRecord {
  const { candidate = newCandidate(`Candidate ${id.slice(-4)}.`) } = given;
  return {
    ...{ id, kind: 'needs_review', state: 'open', ownerEntityId: null, reason: 'unsure', traceId: id },
    ...{ sourceArtifactId: null, contentHash: candidate && hashOf(candidate.content), memoryId: null, otherIds: [] },
    ...{ createdAt: minutesAfter(-1), decidedAt: null },
    ...given,
    candidate,
  };
}

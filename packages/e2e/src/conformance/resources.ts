import {
  array,
  integer,
  type Members,
  number,
  object,
  oneOf,
  orNull,
  share,
  string,
  strings,
  tier,
  timestamp,
  uuid,
} from './kinds.js';

/** The resources of the document's section 2; where it says "not shown", the decisions give the members. */

export const memory: Members = {
  id: uuid,
  tenantId: string,
  ownerEntityId: orNull(uuid),
  tier,
  content: string,
  sourceArtifactId: orNull(uuid),
  sourceEventId: orNull(uuid),
  embeddingId: orNull(uuid),
  importanceScore: share,
  recencyScore: share,
  accessCount: integer,
  lastAccessedAt: timestamp,
  metadata: object,
  tags: strings,
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const candidate: Members = {
  content: string,
  memoryType: tier,
  importance: number,
  confidence: number,
  tags: strings,
  sourceSpan: string,
  rationale: string,
  dedupStatus: oneOf('new', 'duplicate', 'near_duplicate', 'conflict', 'needs_review'),
};

export const lifecycleRun: Members = {
  id: uuid,
  tenantId: string,
  triggeredBy: string,
  durationMs: integer,
  expired: integer,
  promoted: integer,
  distilled: integer,
  archived: integer,
  unchanged: integer,
  errors: array,
  completedAt: timestamp,
  createdAt: timestamp,
};

export const entity: Members = {
  id: uuid,
  tenantId: string,
  type: string,
  name: string,
  properties: object,
  tags: strings,
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const event: Members = {
  id: uuid,
  tenantId: string,
  actorEntityId: orNull(uuid),
  eventType: string,
  payload: object,
  tags: strings,
  occurredAt: timestamp,
  createdAt: timestamp,
};

export const relation: Members = {
  id: uuid,
  tenantId: string,
  type: string,
  fromType: oneOf('entity', 'artifact', 'memory'),
  fromId: uuid,
  toType: oneOf('entity', 'artifact', 'memory'),
  toId: uuid,
  weight: number,
  metadata: object,
  createdAt: timestamp,
};

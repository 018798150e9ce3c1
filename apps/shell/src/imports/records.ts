import { clean, clipped } from './fields.js';
import type { RecordLine } from './found.js';
import { idOf } from './record-ids.js';

const NAME = 256;
const TYPE = 64;
const CONTENT = 50_000;
const IMPORTANCE = 0.5;

interface EntityGiven {
  from: string;
  type: string;
  name: string;
  at: string;
  /** The name becomes its external id, by which `owner` finds it. */
  owns?: boolean;
}

export function entityLine({ from, type, name, at, owns = false }: EntityGiven): RecordLine {
  const kept = clipped(clean(name.trim()), NAME);
  return {
    kind: 'entity',
    id: idOf(from, 'entity', name),
    type: clipped(clean(type.trim()), TYPE) || 'thing',
    name: kept,
    ...(owns ? { externalId: kept } : {}),
    properties: { importedFrom: from },
    tags: [],
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
}

interface MemoryGiven {
  from: string;
  id: string;
  content: string;
  ownerEntityId: string | null;
  createdAt: string;
  updatedAt: string;
  metadata: Record<string, unknown>;
  tags: string[];
}

export function memoryLine({
  from,
  id,
  content,
  ownerEntityId,
  createdAt,
  updatedAt,
  ...rest
}: MemoryGiven): RecordLine {
  return {
    kind: 'memory',
    id,
    ownerEntityId,
    tier: 'semantic',
    content: clipped(clean(content), CONTENT),
    context: null,
    contextSourceIds: [],
    distilledFrom: [],
    sourceArtifactId: null,
    sourceEventId: null,
    importanceScore: IMPORTANCE,
    accessCount: 0,
    lastAccessedAt: createdAt,
    recencyAt: createdAt,
    occurredAt: createdAt,
    metadata: { ...rest.metadata, importedFrom: from },
    tags: rest.tags,
    createdAt,
    updatedAt,
    tierSince: createdAt,
    archivedAt: null,
    invalidAt: null,
    supersededById: null,
    distilledAt: null,
    heldUntil: null,
    version: 1,
    confidence: null,
    provenance: { importedFrom: from },
    span: null,
    history: [],
  };
}

interface RelationGiven {
  from: string;
  type: string;
  start: { type: 'entity' | 'memory'; id: string };
  end: { type: 'entity' | 'memory'; id: string };
  at: string;
}

export const relationLine = ({ from, type, start, end, at }: RelationGiven): RecordLine => ({
  kind: 'relation',
  id: idOf(from, 'relation', type, start.id, end.id),
  type: clipped(clean(type.trim()), TYPE) || 'related',
  fromType: start.type,
  fromId: start.id,
  toType: end.type,
  toId: end.id,
  weight: 1,
  metadata: { importedFrom: from },
  createdAt: at,
});

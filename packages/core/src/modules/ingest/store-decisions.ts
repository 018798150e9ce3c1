import type { TenantId } from '@hippocamp/shared/schemas/common';
import { CONTEXT_LENGTH, MOST_CONTEXT_SOURCES } from '@hippocamp/shared/schemas/memories';
import { cutToEnd } from '@hippocamp/shared/text/cleaned';
import type { Extraction } from '../../ports/extractor.js';
import type { Ids } from '../../ports/ids.js';
import type { IngestRecord, NewMemory, RelationRecord, Span, TenantRepositories } from '../../ports/records.js';
import type { AgeingRules } from '../ageing/rules.js';
import { contentHash, keysOf } from '../facts/facts.js';
import { storeMemories } from '../memory-store/new-memory.js';
import { supersedeParts } from '../memory-store/replaced-parts.js';
import { MAY_SUPERSEDE, memoryEdge, SUPERSEDES, writeReplaced } from '../memory-store/replacements.js';
import { takeFromDistilled } from '../memory-store/withdraw.js';
import { quotedIn } from '../redaction/quoted-words.js';
import { type Accepted, type Decision, isAccepted, readerOf, turnNumber } from './ingest-work.js';
import { type EarlierWords, quotesEarlier, sourcesOf } from './session.js';

interface CandidateOrigin {
  text: string;
  tenant: TenantId;
  ingest: IngestRecord;
  extractorVersion: string;
  ageing: AgeingRules;
  earlier: EarlierWords;
  /** The later memory of the same text that replaces each memory, by the id of the replaced one. */
  replacedWithin: ReadonlyMap<string, string>;
  now: Date;
}

export interface Spoken {
  extraction: Pick<Extraction, 'start' | 'end'>;
  memoryId: string;
}

/** The end of the earlier talk, then the text before the candidate. */
const contextOf = ({ context, contextBefore }: Extraction, text: string): string | null => {
  // Cut at its start, because a quoted question may stand far back.
  const own = context && cutToEnd(text.slice(context.start, context.end), CONTEXT_LENGTH);
  if (contextBefore === undefined) return own;
  return cutToEnd(own ? `${contextBefore}\n${own}` : contextBefore, CONTEXT_LENGTH);
};

/** UTF-16 units of a quoted sentence, with which a context that reaches far back begins, and of the end that is shown. */
const [QUOTED, SHOWN] = [1000, 2 * CONTEXT_LENGTH];

const overlaps = (one: Span, other: Span): boolean => one.end > other.start && one.start < other.end;

/** The memories of the same text whose words the context holds. What lies between is not in it. */
const spokenWithin = ({ start, context }: Extraction, spoken: readonly Spoken[]): string[] => {
  if (context === null) return [];
  const quoted = { start: context.start, end: Math.min(context.start + QUOTED, start) };
  const shown = { start: Math.max(context.start, context.end - SHOWN), end: start };
  return spoken
    .filter(({ extraction }) => overlaps(extraction, quoted) || overlaps(extraction, shown))
    .map(({ memoryId }) => memoryId);
};

/** The texts of the earlier messages and, where the context reaches them, the memories drawn from them. */
const earlierSources = (extraction: Extraction, earlier: EarlierWords): ReturnType<typeof sourcesOf> => {
  const { contextBefore } = extraction;
  if (contextBefore !== undefined) return sourcesOf(earlier, contextBefore.length);
  const { textIds } = sourcesOf(earlier, quotesEarlier(extraction) ? Number.POSITIVE_INFINITY : 0);
  return { textIds, memoryIds: [] };
};

/**
 * A context is kept only with all memories and earlier texts whose words it holds, so that it goes with each of them.
 * Without one, the earlier texts remain: the content may hold their words.
 */
const contextWithSources = (
  { extraction }: Accepted,
  spoken: readonly Spoken[],
  { text, earlier }: Pick<CandidateOrigin, 'text' | 'earlier'>,
): Pick<NewMemory, 'context' | 'contextSourceIds'> => {
  const before = earlierSources(extraction, earlier);
  const memoryIds = [...spokenWithin(extraction, spoken), ...(before.memoryIds ?? [])];
  const all = [...new Set([...before.textIds, ...memoryIds])];
  if (before.memoryIds === null || all.length > MOST_CONTEXT_SOURCES)
    return { context: null, contextSourceIds: before.textIds };
  return { context: contextOf(extraction, text), contextSourceIds: all };
};

export function candidateMemory(decision: Accepted, spoken: readonly Spoken[], origin: CandidateOrigin): NewMemory {
  const { tenant, ingest, text, extractorVersion, ageing, now } = origin;
  const { extraction, memoryId } = decision;
  const order = ingest.request;
  const message = turnNumber(order, extraction.start);
  const at = order.turns?.[message]?.at ?? order.occurredAt;
  const occurredAt = at ? new Date(at) : ingest.createdAt;
  const { sessionId, actorId, source } = order;
  const ownerEntityId = order.ownerEntityId ?? null;
  const metadata = { ...order.metadata, ...(sessionId ? { sessionId } : {}), ...(actorId ? { actorId } : {}) };
  const speaker = extraction.speaker ?? null;
  const laterId = origin.replacedWithin.get(memoryId);
  const replacedBy = decision.replacedBy ?? (laterId === undefined ? null : { id: laterId, at: occurredAt });
  const memory = {
    id: memoryId,
    ownerEntityId,
    tier: extraction.memoryType,
    content: extraction.content,
    ...contextWithSources(decision, spoken, { text, earlier: origin.earlier }),
    speaker,
    sourceArtifactId: ingest.artifactId,
    sourceEventId: null,
    importanceScore: extraction.importance,
    accessCount: 0,
    lastAccessedAt: now,
    recencyAt: occurredAt,
    occurredAt,
    metadata,
    tags: extraction.tags,
    createdAt: now,
    updatedAt: now,
    tierSince: now,
    confidence: extraction.confidence,
    provenance: {
      traceId: ingest.traceId,
      source,
      extractor: extraction.by ?? extractorVersion,
      rationale: extraction.rationale,
      sourceSpan: extraction.sourceSpan,
      // Counted from 0.
      ...(message >= 0 ? { message } : {}),
      ...readerOf(order, extraction),
      ...quotedIn(extraction),
    },
    contentHash: contentHash(extraction.content),
    ...keysOf(tenant, { ownerEntityId, metadata, speaker }, decision.kept),
    invalidAt: replacedBy?.at ?? null,
    supersededById: replacedBy?.id ?? null,
    span: { start: extraction.start, end: extraction.end },
  };
  return { ...memory, dueAt: ageing.dueAt({ ...memory, archivedAt: null }) };
}

interface Replacement {
  laterId: string;
  earlierId: string;
}

interface Superseding {
  ids: Ids;
  now: Date;
  /** When the later fact was said. The earlier one is invalid from then on. */
  occurredAt: Date;
}

const supersedeKnown = async (
  repositories: TenantRepositories,
  rows: readonly Replacement[],
  { now, occurredAt }: Superseding,
): Promise<string[]> => {
  if (rows.length === 0) return [];
  const settled = rows.map(({ laterId, earlierId }) => ({
    memory: { id: earlierId, invalidAt: null, supersededById: null },
    ...{ byId: laterId, invalidAt: occurredAt },
  }));
  const ids = await writeReplaced(repositories, settled, now);
  // A replaced memory is no longer a source of the memories distilled from it.
  const { touched } = await takeFromDistilled(repositories, ids, { now, tags: new Set(), keepsRewritten: true });
  return [...ids, ...touched];
};

/** Drops pairs of which a memory was deleted meanwhile. The rest stays locked until the transaction ends. */
const lastingOnes = async (
  { relations }: TenantRepositories,
  pairs: readonly Replacement[],
  own: ReadonlySet<string>,
): Promise<Replacement[]> => {
  const others = pairs.flatMap(({ laterId, earlierId }) => [laterId, earlierId]).filter((id) => !own.has(id));
  if (others.length === 0) return [...pairs];
  const held = new Set((await relations.hold(others.map((id) => ({ type: 'memory', id })))).map(({ id }) => id));
  const lives = (id: string) => own.has(id) || held.has(id);
  return pairs.filter(({ laterId, earlierId }) => lives(laterId) && lives(earlierId));
};

/** `own` were just stored as replaced; `later` only need the relation. Answers the ids to index after the commit. */
export async function supersede(
  repositories: TenantRepositories,
  pairs: readonly Replacement[],
  superseding: Superseding,
  { own = new Set(), later = [] }: { own?: ReadonlySet<string>; later?: readonly Replacement[] } = {},
): Promise<string[]> {
  const lasting = await lastingOnes(repositories, [...pairs, ...later], own);
  const known = pairs.filter((pair) => !own.has(pair.earlierId) && lasting.includes(pair));
  const superseded = await supersedeKnown(repositories, known, superseding);
  const edge = { type: SUPERSEDES, createdAt: superseding.now };
  const relations = lasting.map(({ laterId, earlierId }) =>
    memoryEdge({ id: superseding.ids.next(), ...edge, fromId: laterId, toId: earlierId }),
  );
  if (relations.length > 0) await repositories.relations.add(relations);
  return superseded;
}

interface Storing {
  tenant: TenantId;
  ingest: IngestRecord;
  text: string;
  extractorVersion: string;
  ageing: AgeingRules;
  ids: Ids;
  now: Date;
  /** Memories of the same text from earlier parts. */
  spoken: readonly Spoken[];
  earlier: EarlierWords;
  /** When the text was said. Replaced memories are invalid from then on. */
  occurredAt: Date;
}

const replacements = (accepted: readonly Accepted[]) =>
  accepted.flatMap(({ memoryId, replaced }) => replaced.map((earlierId) => ({ laterId: memoryId, earlierId })));

/** Edges from the later to the earlier memory, so that a query that finds both shows the later one first. */
const besides = (accepted: readonly Accepted[], { ids, now }: Pick<Storing, 'ids' | 'now'>): RelationRecord[] =>
  accepted.flatMap(({ memoryId, beside = [] }) =>
    beside.map(({ id, isLater }): RelationRecord => {
      const [fromId, toId] = isLater ? [id, memoryId] : [memoryId, id];
      return memoryEdge({ id: ids.next(), type: MAY_SUPERSEDE, fromId, toId, createdAt: now });
    }),
  );

/** Answers the ids that have to be indexed after the commit. */
export async function storeDecisions(
  repositories: TenantRepositories,
  decisions: readonly Decision[],
  storing: Storing,
): Promise<string[]> {
  const accepted = decisions.filter(isAccepted);
  const own = new Set(accepted.map(({ memoryId }) => memoryId));
  const pairs = replacements(accepted);
  const within = pairs.filter(({ earlierId }) => own.has(earlierId));
  const replacedWithin = new Map(within.map(({ laterId, earlierId }) => [earlierId, laterId]));
  const spoken = [...storing.spoken, ...accepted];
  const memories = accepted.map((decision) => candidateMemory(decision, spoken, { ...storing, replacedWithin }));
  await storeMemories(repositories, memories, storing.now);
  const later = accepted.flatMap(({ memoryId, replacedBy }) =>
    replacedBy ? [{ laterId: replacedBy.id, earlierId: memoryId }] : [],
  );
  const parts = accepted.flatMap(({ memoryId, replacedParts = [] }) =>
    replacedParts.map((part) => ({ ...part, laterId: memoryId })),
  );
  const { touched, emptied } = await supersedeParts(repositories, parts, storing);
  const wholes = [...pairs, ...emptied.filter((one) => pairs.every(({ earlierId }) => earlierId !== one.earlierId))];
  const superseded = await supersede(repositories, wholes, storing, { own, later });
  const edges = besides(accepted, storing);
  if (edges.length > 0) await repositories.relations.add(edges);
  return [...own, ...superseded, ...touched];
}

import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Review, WouldDo } from '@hippocamp/shared/schemas/reviews';
import type { MemoryRecord, ReviewCandidate, ReviewRecord } from '../../ports/records.js';
import { type Decision, isAccepted } from '../ingest/ingest-work.js';
import { memoryView } from '../memory-store/memory-view.js';
import { askedAbout, othersShown } from './named-memories.js';

const list = (ids: readonly string[]) => `${ids.length > 1 ? 'memories' : 'memory'} ${ids.join(', ')}`;

export interface Foreseen {
  wouldDo: WouldDo;
  others: readonly string[];
}

const none = (says: string, others: readonly string[] = []): Foreseen => ({
  wouldDo: { action: 'none', replaces: [], says },
  others,
});

/** The effect of accepting a candidate, as ingest would decide. */
export function foreseenOf(decision: Decision | undefined): Foreseen {
  if (!decision) return none('nothing: its text cannot be read');
  const { memoryId, replaced, replacedBy } = decision;
  if (!isAccepted(decision))
    return none(`closes it: ${list([memoryId ?? ''])} says it already`, memoryId ? [memoryId] : []);
  if (replacedBy) {
    const says = `stores it as what held before ${list([replacedBy.id])} did`;
    return { wouldDo: { action: 'store', replaces: [], says }, others: [replacedBy.id] };
  }
  if (replaced.length === 0) {
    return { wouldDo: { action: 'store', replaces: [], says: 'stores it as one more memory' }, others: [] };
  }
  const says = `stores it; ${list(replaced)} no longer ${replaced.length > 1 ? 'hold' : 'holds'}`;
  return { wouldDo: { action: 'replace', replaces: replaced, says }, others: replaced };
}

export type Replaceable = { newer: MemoryRecord; older: MemoryRecord[] } | { obstacle: string };

const holds = ({ invalidAt }: MemoryRecord) => invalidAt === null;

export function replaceableIn(
  review: Pick<ReviewRecord, 'memoryId' | 'otherIds'>,
  memories: ReadonlyMap<string, MemoryRecord>,
): Replaceable {
  const newer = memories.get(review.memoryId ?? '');
  if (!newer) return { obstacle: 'the newer memory was deleted meanwhile' };
  if (!holds(newer)) return { obstacle: 'the newer memory was itself replaced meanwhile' };
  const older = askedAbout(review)
    .flatMap((id) => memories.get(id) ?? [])
    .filter(holds);
  if (older.length > 0) return { newer, older };
  return { obstacle: 'the older memories were deleted or replaced meanwhile' };
}

export function foreseenReplacement(review: ReviewRecord, memories: ReadonlyMap<string, MemoryRecord>): Foreseen {
  const found = replaceableIn(review, memories);
  if ('obstacle' in found) return none(`nothing: ${found.obstacle}`, askedAbout(review));
  const replaces = found.older.map(({ id }) => id);
  const says = `${list(replaces)} no longer ${replaces.length > 1 ? 'hold' : 'holds'}; ${list([found.newer.id])} holds instead`;
  return { wouldDo: { action: 'replace', replaces, says }, others: askedAbout(review) };
}

const candidateView = ({ occurredAt, speaker, ...candidate }: ReviewCandidate): NonNullable<Review['candidate']> => {
  const { content, memoryType, importance, confidence, tags, sourceSpan, rationale } = candidate;
  const summary = { content, memoryType, importance, confidence, tags, sourceSpan, rationale };
  return { ...summary, speaker, occurredAt: occurredAt.toISOString() };
};

export interface Showing {
  tenant: TenantId;
  now: Date;
  /** The memories that may be shown, by id. */
  memories: ReadonlyMap<string, MemoryRecord>;
}

/** `foreseen` is null for decided reviews. */
export function reviewView(
  review: ReviewRecord,
  foreseen: Foreseen | null,
  { tenant, now, memories }: Showing,
): Review {
  const { id, kind, state, ownerEntityId, reason, traceId, sourceArtifactId, candidate, createdAt, decidedAt } = review;
  const shown = (of: string) => {
    const found = memories.get(of);
    return found ? [memoryView(tenant, found, now)] : [];
  };
  return {
    ...{ id, tenantId: tenant, ownerEntityId, kind, state, reason, traceId, sourceArtifactId },
    candidate: candidate && candidateView(candidate),
    memory: shown(review.memoryId ?? '')[0] ?? null,
    others: (foreseen?.others ?? othersShown(review)).flatMap(shown),
    wouldDo: foreseen?.wouldDo ?? null,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

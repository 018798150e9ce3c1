import { contentHash } from '@hippocamp/core/modules/facts/facts';
import { judgeParts } from '@hippocamp/core/modules/validate/judge-claim';
import { combine } from '@hippocamp/core/modules/validate/verdict';
import { subclaimsOf, weighing } from '@hippocamp/core/modules/validate/weigh';
import type { ClaimReader } from '@hippocamp/core/ports/claim-reader';
import type { MemoryRecord } from '@hippocamp/core/ports/records';
import { rules } from '@hippocamp/language/rules';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ValidateReason, Verdict } from '@hippocamp/shared/schemas/validate';

export interface KnownText {
  content: string;
  at: Date;
  /** The place of the memory that replaced it, and the time. */
  replacedBy?: number;
  until?: Date;
  owner?: string;
}

export interface JudgedClaim {
  verdict: Verdict;
  confidence: number;
  supportScore: number;
  contradictionScore: number;
  reasons: ValidateReason[];
}

export interface Circumstances {
  asOf: Date;
  names?: readonly string[];
}

const idOf = (place: number) => `0195f0a0-0000-7000-8000-${String(place).padStart(12, '0')}`;

/** A verdict does not depend on importance, tier and the rest. */
const toRecord = ({ content, at, replacedBy, until, owner }: KnownText, place: number): MemoryRecord => ({
  ...{ id: idOf(place), content, contentHash: contentHash(content), ownerEntityId: owner ?? null },
  ...{ createdAt: at, updatedAt: at, occurredAt: at, recencyAt: at, lastAccessedAt: at, tierSince: at },
  ...{ supersededById: replacedBy === undefined ? null : idOf(replacedBy), invalidAt: until ?? null, archivedAt: null },
  ...{ tier: 'semantic', importanceScore: 0.5, accessCount: 0, version: 1, confidence: null, metadata: {}, tags: [] },
  ...{ context: null, speaker: null, sourceArtifactId: null, sourceEventId: null, embeddingId: null },
  ...{ provenance: null, marks: [], language: null },
});

const tenant = 'claims' as TenantId;

/** All of `known` counts as found; `names` are the owners' names in lower case. */
export async function judgeClaim(
  claim: string,
  known: readonly KnownText[],
  { asOf, names = [] }: Circumstances,
  claimReaders: readonly ClaimReader[] = [],
): Promise<JudgedClaim> {
  const records = known.map(toRecord);
  const subclaims = subclaimsOf(claim, rules.statementsOf(claim));
  const relevance = subclaims.map(() => new Map(records.map(({ id }) => [id, 1])));
  const others = new Map(records.map((record) => [record.id, record]));
  const found = { records, others, relevance, names: new Map() };
  const weighed = weighing(claim, subclaims, found, asOf, new Set(names));
  const { parts } = await judgeParts(tenant, weighed, { language: rules, claimReaders });
  return combine(parts.map(({ judgement }) => judgement));
}

import { readBeside } from '@hippocamp/core/modules/validate/read-beside';
import { contentHash } from '@hippocamp/core/modules/memories/normalise';
import { combine, judge } from '@hippocamp/core/modules/validate/verdict';
import { subclaimsOf, weighing } from '@hippocamp/core/modules/validate/weigh';
import type { PairReader } from '@hippocamp/core/ports/pair-reader';
import type { MemoryRecord } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ValidateReason, Verdict } from '@hippocamp/shared/schemas/validate';
import { stemsOf } from '@hippocamp/shared/text/terms';
import { rules } from './text/rules.js';

/** A memory that a claim is judged by, without a store. */
export interface KnownText {
  content: string;
  at: Date;
  /** The place of the memory that has taken its place, and since when. */
  replacedBy?: number;
  until?: Date;
  /** Whose memory it is; nobody's unless given. */
  owner?: string;
}

export interface JudgedClaim {
  verdict: Verdict;
  confidence: number;
  supportScore: number;
  contradictionScore: number;
  reasons: ValidateReason[];
}

const tenant = 'bench' as TenantId;

const idOf = (place: number) => `0195f0a0-0000-7000-8000-${String(place).padStart(12, '0')}`;

/** Importance, tier and the rest say nothing of a claim. */
const toRecord = ({ content, at, replacedBy, until, owner }: KnownText, place: number): MemoryRecord => ({
  ...{ id: idOf(place), content, contentHash: contentHash(content), ownerEntityId: owner ?? null },
  ...{ createdAt: at, updatedAt: at, occurredAt: at, recencyAt: at, lastAccessedAt: at, tierSince: at },
  ...{ supersededById: replacedBy === undefined ? null : idOf(replacedBy), invalidAt: until ?? null, archivedAt: null },
  ...{ tier: 'semantic', importanceScore: 0.5, accessCount: 0, version: 1, confidence: null, metadata: {}, tags: [] },
  ...{ context: null, speaker: null, sourceArtifactId: null, sourceEventId: null, embeddingId: null },
  ...{ provenance: null, marks: [], language: null },
});

/** How a claim is judged. */
export interface Judging {
  asOf: Date;
  /** Names of all owners, in lower case. */
  names?: readonly string[];
}

/** As recall would, more or less: by the words that both have. */
const relevanceOf = (part: string, { content }: MemoryRecord): number => {
  const [asked, told] = [stemsOf(part), stemsOf(content)];
  return [...asked].filter((stem) => told.has(stem)).length / Math.max(1, asked.size);
};

const prepare = (claim: string, known: readonly KnownText[], { asOf, names = [] }: Judging) => {
  const records = known.map(toRecord);
  const subclaims = subclaimsOf(claim, rules.statementsOf(claim));
  const relevance = subclaims.map((part) => new Map(records.map((record) => [record.id, relevanceOf(part, record)])));
  const others = new Map(records.map((record) => [record.id, record]));
  return weighing(claim, subclaims, { records, others, relevance, names: new Map() }, asOf, new Set(names));
};

/** What rules alone say of a claim, all that is known being found. */
export function judgeByRules(claim: string, known: readonly KnownText[], judging: Judging): JudgedClaim {
  const { comparison, weigh } = prepare(claim, known, judging);
  return combine(weigh(rules.relate(comparison)).map(judge));
}

/** The same, and what a reader says where rules tell nothing. */
export async function judgeClaim(
  claim: string,
  known: readonly KnownText[],
  { pairReader, ...judging }: Judging & { pairReader: Pick<PairReader, 'claims'> },
): Promise<JudgedClaim> {
  const { comparison, near, weigh } = prepare(claim, known, judging);
  const told = rules.relate(comparison);
  const read = await readBeside(tenant, comparison, told, { pairReader, near });
  return combine(weigh(read ? rules.relate(read) : told).map(judge));
}

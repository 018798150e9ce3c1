import type { Named } from '@hippocamp/shared/language/named';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { withPlainLines } from '@hippocamp/shared/text/cleaned';
import type { Ids } from '../../ports/ids.js';
import type { TenantRepositories } from '../../ports/records.js';
import { hide } from '../forgetting/redaction.js';
import { type Decision, isAccepted } from '../ingest/ingest-work.js';
import { reviewDecisions } from '../ingest/review-decisions.js';
import { noEarlierWords } from '../ingest/session.js';
import { type Spoken, storeDecisions } from '../ingest/store-decisions.js';
import type { AgeingRules } from '../lifecycle/rules.js';
import { linkMentions } from '../mentions/link-mentions.js';
import { type CandidateReview, ingestOf } from './reviewed-candidate.js';

export interface StoringCandidate {
  tenant: TenantId;
  extractorVersion: string;
  /** Whom and what it names; null where nothing is to be linked. */
  named: readonly Named[] | null;
  ageing: AgeingRules;
  ids: Ids;
  now: Date;
}

export interface StoredCandidate {
  /** The memory that it became, or that says it already. */
  memoryId: string | null;
  /** Memories that no longer hold. */
  otherIds: string[];
  /** Rows that have to be indexed after the commit. */
  touched: string[];
}

/** Memories drawn from the same raw text: whose words stand before this one. */
const spokenIn = async ({ memories }: TenantRepositories, artifactId: string | null): Promise<Spoken[]> => {
  const drawn = artifactId === null ? [] : await memories.drawnFrom([artifactId]);
  return drawn.flatMap(({ id, span }) => (span ? [{ memoryId: id, extraction: span }] : []));
};

/** What stood before it, where the raw text is still there and nothing of that was forgotten. */
const contextLeft = (text: string | undefined, decision: Decision): Decision => {
  const { extraction } = decision;
  const { context } = extraction;
  const told = context && text?.slice(context.start, context.end);
  const isLeft = told && !told.includes(hide('x'));
  return isLeft ? decision : { ...decision, extraction: { ...extraction, context: null } };
};

/** Stores an accepted candidate as ingest does; what is known already is not stored twice. */
export async function storeCandidate(
  repositories: TenantRepositories,
  review: CandidateReview,
  decision: Decision,
  { tenant, extractorVersion, named, ageing, ids, now }: StoringCandidate,
): Promise<StoredCandidate> {
  const { memoryId, replaced } = decision;
  if (!isAccepted(decision)) return { memoryId, otherIds: [], touched: [] };
  const { sourceArtifactId, ownerEntityId } = review;
  const { occurredAt } = review.candidate;
  const artifact = sourceArtifactId === null ? null : await repositories.artifacts.get(sourceArtifactId);
  const text = artifact ? withPlainLines(artifact.content) : undefined;
  const spoken = await spokenIn(repositories, sourceArtifactId);
  const of = {
    tenant,
    ingest: ingestOf(review),
    text: text ?? '',
    extractorVersion,
    occurredAt,
    spoken,
    earlier: noEarlierWords,
  };
  const storing = { ...of, ageing, ids, now };
  const stored = contextLeft(text, decision);
  const touched = await storeDecisions(repositories, [stored], storing);
  await reviewDecisions(repositories, [stored], storing);
  if (named) {
    const { speaker } = review.candidate;
    await linkMentions(repositories, [{ memoryId: decision.memoryId, speaker, named }], { ownerEntityId, ids, now });
  }
  return { memoryId, otherIds: replaced, touched };
}

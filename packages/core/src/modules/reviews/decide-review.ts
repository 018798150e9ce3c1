import type { Named } from '@hippocamp/shared/language/named';
import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ReviewEdit } from '@hippocamp/shared/schemas/reviews';
import { withPlainLines } from '@hippocamp/shared/text/cleaned';
import type { Ids } from '../../ports/ids.js';
import type { Language } from '../../ports/language.js';
import type { KeptReading, MemoryRecord, ReviewRecord, TenantRepositories } from '../../ports/records.js';
import type { AgeingRules } from '../ageing/rules.js';
import type { FactReader } from '../facts/facts.js';
import { linkMentions } from '../graph/link-mentions.js';
import { type Decision, isAccepted } from '../ingest/ingest-work.js';
import { reviewDecisions } from '../ingest/review-decisions.js';
import { noEarlierWords } from '../ingest/session.js';
import { type Spoken, storeDecisions, supersede } from '../ingest/store-decisions.js';
import { patchMemory } from '../memories/patch-memory.js';
import { fewPlaces } from '../memory-store/drawn-from.js';
import { hide } from '../text/redaction.js';
import { decideFirst } from './decide-alike.js';
import { askedAbout } from './named-memories.js';
import { replaceableIn } from './review-view.js';
import { type CandidateReview, hasCandidate, ingestOf } from './reviewed-candidate.js';
import {
  type CandidateWeighing,
  createCandidateWeighing,
  type Weighed,
  type WeighingDependencies,
} from './weigh-candidates.js';

interface StoringCandidate {
  tenant: TenantId;
  extractorVersion: string;
  /** Null when entities are not linked. */
  named: readonly Named[] | null;
  ageing: AgeingRules;
  ids: Ids;
  now: Date;
}

interface StoredCandidate {
  /** The memory that it became or repeats. */
  memoryId: string | null;
  /** Memories that no longer hold. */
  otherIds: string[];
  touched: string[];
}

/** Memories of the same raw text, for the context. Null where they are too many. */
const spokenIn = async (repositories: TenantRepositories, artifactId: string | null): Promise<Spoken[] | null> => {
  const drawn = await fewPlaces(repositories, artifactId === null ? [] : [artifactId]);
  return drawn?.map(({ memoryId, span }) => ({ memoryId, extraction: span })) ?? null;
};

/** Drops the context when the raw text is gone, something of it was forgotten, or its memories are too many to be named. */
const contextLeft = (text: string | undefined, spoken: Spoken[] | null, decision: Decision): Decision => {
  const { extraction } = decision;
  const { context } = extraction;
  const contextText = context && text?.slice(context.start, context.end);
  const isLeft = spoken && contextText && !contextText.includes(hide('x'));
  return isLeft ? decision : { ...decision, extraction: { ...extraction, context: null } };
};

/** A repeat is not stored. */
async function storeCandidate(
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
    spoken: spoken ?? [],
    earlier: noEarlierWords,
  };
  const storing = { ...of, ageing, ids, now };
  const stored = contextLeft(text, spoken, decision);
  const touched = await storeDecisions(repositories, [stored], storing);
  await reviewDecisions(repositories, [stored], storing);
  if (named) {
    const { speaker } = review.candidate;
    await linkMentions(repositories, [{ memoryId: decision.memoryId, speaker, named }], { ownerEntityId, ids, now });
  }
  return { memoryId, otherIds: replaced, touched };
}

/** An edit without members accepts the candidate as it is. */
export type Verdict = { state: 'accepted' | 'edited'; edit: ReviewEdit } | { state: 'rejected' };

export interface DecidingDependencies extends WeighingDependencies {
  facts: FactReader;
  language: Pick<Language, 'compare' | 'readable' | 'tellsOfSelf' | 'namedIn' | 'versions'>;
  ageing: AgeingRules;
  linksEntities: boolean;
}

/** Made before the transaction, which must not wait for texts. */
export interface Prepared {
  weighed: Weighed | null;
  /** Null when entities are not linked. */
  named: readonly Named[] | null;
  /** The reading of an edited content. */
  written: KeptReading | null;
}

export interface Applying {
  tenant: TenantId;
  prepared: Prepared | null;
  now: Date;
}

export interface ReviewDecisions {
  weighing: CandidateWeighing;
  /** Null when the verdict needs no reading. Rejects with `UnreadableText`. */
  prepare(tenant: TenantId, review: ReviewRecord, verdict: Verdict): Promise<Prepared | null>;
  inTurn<Result>(tenant: TenantId, prepared: Prepared | null, decided: () => Promise<Result>): Promise<Result>;
  /** Call with owner and row locked. Throws `conflict` when nothing is left to decide. Answers the ids to index. */
  apply(
    repositories: TenantRepositories,
    review: ReviewRecord,
    verdict: Verdict,
    applying: Applying,
  ): Promise<string[]>;
}

const conflict = (detail: string) => new Problem('conflict', detail);

const decidedAlready = ({ state, decidedAt }: ReviewRecord) =>
  conflict(`The review was ${state} at ${decidedAt?.toISOString()}; it is decided once.`);

const nothingLeft = (obstacle: string) =>
  conflict(`There is nothing left to accept: ${obstacle}. POST /reviews/{id}/reject closes the review.`);

export function createDecisions(dependencies: DecidingDependencies): ReviewDecisions {
  const { language, facts, ageing, ids, linksEntities } = dependencies;
  const weighing = createCandidateWeighing(dependencies);

  const prepareCandidate = async (tenant: TenantId, review: CandidateReview, edit: ReviewEdit): Promise<Prepared> => {
    const { speaker, content } = review.candidate;
    const texts = [{ content: edit.content ?? content, speaker }];
    const [named = []] = linksEntities ? await language.namedIn(tenant, texts) : [];
    return {
      weighed: await weighing.read(tenant, [review], edit),
      named: linksEntities ? named : null,
      written: null,
    };
  };

  const acceptCandidate = async (
    repositories: TenantRepositories,
    review: CandidateReview,
    { tenant, prepared, now }: Applying,
  ) => {
    const decided = prepared?.weighed ? await weighing.decide(repositories, prepared.weighed) : undefined;
    const decision = decided?.get(review.id);
    if (!decision) throw new Problem('unprocessable', 'The text of the review cannot be read.');
    const { extractor: extractorVersion } = language.versions;
    const storing = { tenant, extractorVersion, named: prepared?.named ?? null, ageing, ids, now };
    return storeCandidate(repositories, review, decision, storing);
  };

  const patchNewer = async (
    repositories: TenantRepositories,
    newer: MemoryRecord,
    edit: ReviewEdit,
    { tenant, prepared, now }: Applying,
  ): Promise<void> => {
    if (Object.keys(edit).length === 0) return;
    const before = await repositories.memories.get(newer.id, { lock: true });
    if (!before) throw nothingLeft('the newer memory was deleted meanwhile');
    await patchMemory(
      repositories,
      before,
      { patch: edit, written: prepared?.written ?? null },
      { tenant, ageing, now },
    );
  };

  const acceptReplacement = async (
    repositories: TenantRepositories,
    review: ReviewRecord,
    edit: ReviewEdit,
    applying: Applying,
  ) => {
    const known = await repositories.memories.getMany([review.memoryId ?? [], askedAbout(review)].flat());
    const found = replaceableIn(review, new Map(known.map((memory) => [memory.id, memory])));
    if ('obstacle' in found) throw nothingLeft(found.obstacle);
    const { newer, older } = found;
    await patchNewer(repositories, newer, edit, applying);
    const pairs = older.map(({ id }) => ({ laterId: newer.id, earlierId: id }));
    const superseding = { ids, now: applying.now, occurredAt: newer.occurredAt };
    const touched = await supersede(repositories, pairs, superseding);
    return { memoryId: newer.id, otherIds: older.map(({ id }) => id), touched: [newer.id, ...touched] };
  };

  return {
    weighing,

    async prepare(tenant, review, verdict) {
      if (verdict.state === 'rejected' || review.state !== 'open') return null;
      const { edit } = verdict;
      if (hasCandidate(review)) return prepareCandidate(tenant, review, edit);
      const [written = null] = edit.content === undefined ? [] : await facts.readToKeep(tenant, [edit.content]);
      return { weighed: null, named: null, written };
    },

    inTurn: (tenant, prepared, decided) =>
      prepared?.weighed ? weighing.inTurn(tenant, prepared.weighed, decided) : decided(),

    async apply(repositories, review, verdict, applying) {
      if (review.state !== 'open') throw decidedAlready(review);
      const { state } = verdict;
      const at = applying.now;
      if (verdict.state === 'rejected') {
        const { memoryId, otherIds } = review;
        await decideFirst(repositories, review, { state, memoryId, otherIds, at });
        return [];
      }
      const { touched, ...became } = hasCandidate(review)
        ? await acceptCandidate(repositories, review, applying)
        : await acceptReplacement(repositories, review, verdict.edit, applying);
      await decideFirst(repositories, review, { state, ...became, at });
      return touched;
    },
  };
}

import type { Named } from '@hippocamp/shared/language/named';
import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ReviewEdit } from '@hippocamp/shared/schemas/reviews';
import type { Language } from '../../ports/language.js';
import type { KeptReading, MemoryRecord, ReviewRecord, TenantRepositories } from '../../ports/records.js';
import type { Facts } from '../facts/facts.js';
import { supersede } from '../ingest/store-decisions.js';
import type { AgeingRules } from '../lifecycle/rules.js';
import { patchMemory } from '../memories/patch-memory.js';
import { replaceableIn } from './review-view.js';
import { type CandidateReview, hasCandidate } from './reviewed-candidate.js';
import { storeCandidate } from './store-candidate.js';
import {
  type CandidateWeighing,
  createCandidateWeighing,
  type Weighed,
  type WeighingDependencies,
} from './weigh-candidates.js';

/** What somebody decides; an edit without members takes it as it is. */
export type Verdict = { state: 'accepted' | 'edited'; edit: ReviewEdit } | { state: 'rejected' };

export interface DecidingDependencies extends WeighingDependencies {
  facts: Facts;
  language: Pick<Language, 'compare' | 'readable' | 'tellsOfSelf' | 'namedIn' | 'versions'>;
  ageing: AgeingRules;
  /** Whether memories are linked to the entities that they name. */
  linksEntities: boolean;
}

/** What was found out before the transaction, which waits for no text. */
export interface Prepared {
  weighed: Weighed | null;
  /** Whom and what a candidate names; null where nothing is to be linked. */
  named: readonly Named[] | null;
  /** Of the words that a stored memory gets. */
  written: KeptReading | null;
}

export interface Applying {
  tenant: TenantId;
  prepared: Prepared | null;
  now: Date;
}

export interface ReviewDecisions {
  weighing: CandidateWeighing;
  /** Null where the verdict needs nothing. Rejects with `UnreadableText`. */
  prepare(tenant: TenantId, review: ReviewRecord, verdict: Verdict): Promise<Prepared | null>;
  inTurn<Result>(tenant: TenantId, prepared: Prepared | null, decided: () => Promise<Result>): Promise<Result>;
  /**
   * Decides about a review whose row and owner are held. Answers the rows that have to be indexed after the commit. Throws
   * `conflict` where it was decided already, or where nothing is left to decide.
   */
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
    const known = await repositories.memories.getMany([review.memoryId ?? [], review.otherIds].flat());
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
        await repositories.reviews.decide(review, { state, memoryId, otherIds, at });
        return [];
      }
      const { touched, ...became } = hasCandidate(review)
        ? await acceptCandidate(repositories, review, applying)
        : await acceptReplacement(repositories, review, verdict.edit, applying);
      await repositories.reviews.decide(review, { state, ...became, at });
      return touched;
    },
  };
}

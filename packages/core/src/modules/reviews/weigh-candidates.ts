import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ReviewEdit } from '@hippocamp/shared/schemas/reviews';
import type { Clock } from '../../ports/clock.js';
import type { Embedder } from '../../ports/embedder.js';
import type { Extraction } from '../../ports/extractor.js';
import type { Ids } from '../../ports/ids.js';
import type { Records, TenantRepositories } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import type { EmbedMemories } from '../embedding/memory-embedder.js';
import type { VocabularyKeeper } from '../indexing/vocabulary-keeper.js';
import { type ComparingDependencies, compareAhead, gatherAll } from '../ingest/compare-ahead.js';
import { type Comparisons, createComparisons } from '../ingest/comparisons.js';
import { decide } from '../ingest/decide.js';
import type { Decision } from '../ingest/decision.js';
import { type Proposed, propose } from '../ingest/propose.js';
import { inRounds } from '../ingest/rounds.js';
import { type CandidateReview, extractionOf } from './reviewed-candidate.js';

export interface WeighingDependencies extends ComparingDependencies {
  records: Records;
  embedMemories: EmbedMemories;
  index: Pick<VectorIndex, 'lists'>;
  /** By whose vectors the index finds. */
  embedder: Embedder;
  vocabulary: Pick<VocabularyKeeper, 'of'>;
  anyoneReplaces: boolean;
  clock: Clock;
  ids: Ids;
}

/** Candidates of one owner and speaker, read and compared with what is known; before any transaction. */
export interface Weighed {
  reviews: readonly { review: CandidateReview; extraction: Extraction }[];
  proposed: Proposed;
  comparisons: Comparisons;
}

/** Judges what waits as ingest would, once somebody has said that it is worth keeping. */
export interface CandidateWeighing {
  /** All of one owner and actor. Rejects with `UnreadableText`. */
  read(tenant: TenantId, reviews: readonly CandidateReview[], edit?: ReviewEdit): Promise<Weighed>;
  /**
   * Compares with what is known by now and goes on to `decided`, again and again until nothing changes in between; `decided`
   * may be a transaction, and then decides under its lock.
   */
  inTurn<Result>(tenant: TenantId, weighed: Weighed, decided: () => Promise<Result>): Promise<Result>;
  /** Each by itself, by the id of its review. */
  decide(repositories: TenantRepositories, weighed: Weighed): Promise<Map<string, Decision>>;
  /** What accepting each would come to, by the id of its review. Changes nothing. */
  foresee(tenant: TenantId, reviews: readonly CandidateReview[]): Promise<Map<string, Decision>>;
}

const nothingBefore = { outcomes: [], carried: [] };

const groupOf = ({ ownerEntityId, candidate }: CandidateReview) => `${ownerEntityId}\n${candidate.actorId}`;

const groupsOf = (reviews: readonly CandidateReview[]): CandidateReview[][] => {
  const keys = [...new Set(reviews.map(groupOf))];
  return keys.map((key) => reviews.filter((review) => groupOf(review) === key));
};

export function createCandidateWeighing(dependencies: WeighingDependencies): CandidateWeighing {
  const { records, facts, anyoneReplaces, clock, ids } = dependencies;

  const weighing: CandidateWeighing = {
    async read(tenant, reviews, edit = {}) {
      const read = reviews.map((review) => ({ review, extraction: extractionOf(review, edit) }));
      const [first] = reviews;
      const ownerEntityId = first?.ownerEntityId ?? null;
      const origin = { tenant, ownerEntityId, actorId: first?.candidate.actorId ?? undefined, artifactId: null };
      const extractions = read.map(({ extraction }) => extraction);
      const repositories = records.forTenant(tenant);
      const proposed = await propose(origin, extractions, { ...dependencies, repositories });
      return { reviews: read, proposed, comparisons: createComparisons() };
    },

    inTurn(tenant, { reviews, proposed, comparisons }, decided) {
      const latest = Math.max(0, ...reviews.map(({ review }) => review.candidate.occurredAt.getTime()));
      const about = { proposed, progress: nothingBefore, occurredAt: new Date(latest) };
      return inRounds(
        async () => {
          await compareAhead(comparisons, about, records.forTenant(tenant), dependencies);
          return decided();
        },
        (memories) => facts.ofMemories(tenant, memories),
      );
    },

    async decide(repositories, { reviews, proposed, comparisons }) {
      const { proposals, known } = await gatherAll(proposed, nothingBefore, { repositories, facts });
      const reviewOf = new Map(reviews.map(({ review, extraction }) => [extraction, review]));
      const decided = proposals.flatMap((proposal): [string, Decision][] => {
        const review = reviewOf.get(proposal.extraction);
        if (!review) return [];
        const { occurredAt } = review.candidate;
        const deciding = { occurredAt, now: clock.now(), anyoneReplaces, nextId: ids.next, compare: comparisons.of };
        const [decision] = decide([proposal], known, deciding);
        return decision ? [[review.id, decision]] : [];
      });
      return new Map(decided);
    },

    async foresee(tenant, reviews) {
      const decided = new Map<string, Decision>();
      for (const group of groupsOf(reviews)) {
        const weighed = await weighing.read(tenant, group);
        const found = await weighing.inTurn(tenant, weighed, () => weighing.decide(records.forTenant(tenant), weighed));
        for (const [id, decision] of found) decided.set(id, decision);
      }
      return decided;
    },
  };
  return weighing;
}

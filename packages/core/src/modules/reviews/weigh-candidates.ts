import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ReviewEdit } from '@hippocamp/shared/schemas/reviews';
import type { Clock } from '../../ports/clock.js';
import type { Embedder } from '../../ports/embedder.js';
import type { Extraction } from '../../ports/extractor.js';
import type { Ids } from '../../ports/ids.js';
import type { PairReader } from '../../ports/pair-reader.js';
import type { Records, TenantRepositories } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import { chunksOf } from '../in-parts.js';
import type { VocabularyKeeper } from '../indexing/vocabulary-keeper.js';
import { type Candidates, readCandidates } from '../ingest/candidates.js';
import { decide } from '../ingest/decide.js';
import type { Decision } from '../ingest/ingest-work.js';
import { rememberPairs } from '../ingest/pairs.js';
import { MOST_OF_TEXT } from '../ingest/pairs-to-read.js';
import { isMoved, type Prepared, type PreparingDependencies, prepare } from '../ingest/prepare.js';
import { createSemaphore } from '../waiting.js';
import { type CandidateReview, extractionOf } from './reviewed-candidate.js';

export interface WeighingDependencies extends PreparingDependencies {
  records: Records;
  index: Pick<VectorIndex, 'lists'>;
  embedder: Embedder;
  vocabulary: Pick<VocabularyKeeper, 'of'>;
  anyoneReplaces: boolean;
  clock: Clock;
  ids: Ids;
}

/** Candidates of one owner and actor, read before any transaction. */
export interface Weighed {
  reviews: readonly { review: CandidateReview; extraction: Extraction }[];
  candidates: Candidates;
  /** The comparison with known memories in the last round. */
  prepared: Prepared | null;
}

/** Decides about reviewed candidates as ingest would. */
export interface CandidateWeighing {
  /** All must have the same owner and actor. Rejects with `UnreadableText`. */
  read(tenant: TenantId, reviews: readonly CandidateReview[], edit?: ReviewEdit): Promise<Weighed>;
  /** Compares and calls `decided`, again when known memories changed. Reviews of one owner take turns. */
  inTurn<Result>(tenant: TenantId, weighed: Weighed, decided: () => Promise<Result>): Promise<Result>;
  /** Each alone, by review id. Rejects for `inTurn` when known memories have changed. */
  decide(repositories: TenantRepositories, weighed: Weighed): Promise<Map<string, Decision>>;
  /** The effect of accepting each, by review id. Changes nothing. */
  foresee(tenant: TenantId, reviews: readonly CandidateReview[]): Promise<Map<string, Decision>>;
}

/** Candidates that are foreseen at once, with all that is known beside each. */
const FORESEEN_AT_ONCE = 10;

/**
 * `left` is null once the model was asked so often, second readings counted: a page of reviews, of any number of
 * owners, costs it little more than one text.
 */
function readingAtMost(most: number, pairReader: PairReader | null) {
  let read = 0;
  const counting: PairReader = {
    async relate(tenant, pairs) {
      read += pairs.length;
      return pairReader?.relate(tenant, pairs) ?? pairs.map(() => null);
    },
  };
  return { left: () => (pairReader && read < most ? counting : null) };
}

/** Rolls back the transaction. */
class MovedMeanwhile extends Error {}

const keptMoving = () =>
  new Problem('conflict', 'What is known beside the review kept changing while it was decided. Send it again.', {
    retryAfter: 1,
  });

const ROUNDS = 8;

const groupOf = ({ ownerEntityId, candidate }: CandidateReview) => `${ownerEntityId}\n${candidate.actorId}`;

const groupsOf = (reviews: readonly CandidateReview[]): CandidateReview[][] => {
  const keys = [...new Set(reviews.map(groupOf))];
  return keys.map((key) => reviews.filter((review) => groupOf(review) === key));
};

export function createCandidateWeighing(dependencies: WeighingDependencies): CandidateWeighing {
  const { records, anyoneReplaces, clock, ids } = dependencies;
  const semaphore = createSemaphore(Number.POSITIVE_INFINITY, 1);

  const compare = (
    tenant: TenantId,
    { reviews, candidates }: Weighed,
    pairReader: WeighingDependencies['pairReader'],
  ) => {
    const latest = Math.max(0, ...reviews.map(({ review }) => review.candidate.occurredAt.getTime()));
    const text = { occurredAt: new Date(latest), carried: [], before: new Map(), messageAt: () => null };
    return prepare(candidates, text, records.forTenant(tenant).memories, { ...dependencies, pairReader });
  };

  const decideOf = ({ reviews }: Weighed, { proposals }: Prepared): Map<string, Decision> =>
    new Map(
      proposals.flatMap((proposal, place): [string, Decision][] => {
        const review = reviews[place]?.review;
        if (!review) return [];
        const { occurredAt } = review.candidate;
        const [decision] = decide([proposal], { occurredAt, now: clock.now(), anyoneReplaces, nextId: ids.next });
        return decision ? [[review.id, decision]] : [];
      }),
    );

  const inRounds = async <Result>(tenant: TenantId, weighed: Weighed, decided: () => Promise<Result>) => {
    const pairReader = rememberPairs(dependencies.pairReader);
    for (let round = 0; round < ROUNDS; round += 1) {
      weighed.prepared = await compare(tenant, weighed, pairReader);
      try {
        return await decided();
      } catch (error) {
        if (!(error instanceof MovedMeanwhile)) throw error;
      }
    }
    throw keptMoving();
  };

  const weighing: CandidateWeighing = {
    async read(tenant, reviews, edit = {}) {
      const read = reviews.map((review) => ({ review, extraction: extractionOf(review, edit) }));
      const [first] = reviews;
      const ownerEntityId = first?.ownerEntityId ?? null;
      const origin = { tenant, ownerEntityId, actorId: first?.candidate.actorId ?? undefined, artifactId: null };
      const extractions = read.map(({ extraction }) => extraction);
      const candidates = await readCandidates(origin, extractions, {
        ...dependencies,
        repositories: records.forTenant(tenant),
      });
      return { reviews: read, candidates, prepared: null };
    },

    inTurn: (tenant, weighed, decided) =>
      semaphore.take(`${tenant}\n${weighed.candidates.ownerEntityId}`, () => inRounds(tenant, weighed, decided)),

    async decide({ memories }, weighed) {
      const { candidates, prepared } = weighed;
      if (!prepared || (await isMoved(memories, candidates, prepared))) throw new MovedMeanwhile();
      return decideOf(weighed, prepared);
    },

    async foresee(tenant, reviews) {
      const decided = new Map<string, Decision>();
      const reader = readingAtMost(MOST_OF_TEXT, dependencies.pairReader);
      for (const group of groupsOf(reviews)) {
        for (const part of chunksOf(group, FORESEEN_AT_ONCE)) {
          const weighed = await weighing.read(tenant, part);
          const prepared = await compare(tenant, weighed, reader.left());
          for (const [id, decision] of decideOf(weighed, prepared)) decided.set(id, decision);
        }
      }
      return decided;
    },
  };
  return weighing;
}

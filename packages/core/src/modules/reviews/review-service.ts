import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Review, ReviewEdit, ReviewList, ReviewListQuery } from '@hippocamp/shared/schemas/reviews';
import type { Clock } from '../../ports/clock.js';
import { orUnread } from '../../ports/language.js';
import type { Page, Records, ReviewRecord, TenantRepositories } from '../../ports/records.js';
import { type Caller, known, ownRecords } from '../caller.js';
import { fallbackOnOutage, type Once, type RunOnce } from '../idempotency/run-once.js';
import type { Indexing } from '../indexing/index-memories.js';
import { date } from '../memory-store/memory-view.js';
import { listPage } from '../paging/list-page.js';
import { decideRest } from './decide-alike.js';
import { createDecisions, type DecidingDependencies, type Verdict } from './decide-review.js';
import { namedIn, readNamed } from './named-memories.js';
import { type Foreseen, foreseenOf, foreseenReplacement, reviewView } from './review-view.js';
import { hasCandidate } from './reviewed-candidate.js';

export interface ReviewServiceDependencies extends DecidingDependencies {
  records: Records;
  indexing: Indexing;
  runOnce: RunOnce;
  clock: Clock;
}

export interface ReviewService {
  list(caller: Caller, query: ReviewListQuery): Promise<ReviewList>;
  get(caller: Caller, id: string): Promise<Review>;
  /** Rejects with `conflict` when the review was decided already or nothing is left to accept. */
  accept(caller: Caller, id: string): Promise<Once<Review>>;
  /** Accepts with changes. */
  edit(caller: Caller, id: string, edit: ReviewEdit): Promise<Once<Review>>;
  reject(caller: Caller, id: string): Promise<Once<Review>>;
}

const mentionsOf = ({ id, ownerEntityId, memory, others }: Review): string[] => [
  id,
  ...(ownerEntityId === null ? [] : [ownerEntityId]),
  ...(memory ? [memory.id] : []),
  ...others.map((other) => other.id),
];

/** Memories beside the reviews of a page, each of which may be long. */
const SHOWN_TOGETHER = 200;

const cutAt = (found: Page<ReviewRecord>, count: number): Page<ReviewRecord> => {
  const rows = found.rows.slice(0, count);
  const end = rows.at(-1);
  if (!end || count >= found.rows.length) return found;
  return { ...found, rows, last: { value: end.createdAt.getTime(), id: end.id } };
};

const endedEarly = (found: Page<ReviewRecord>): Page<ReviewRecord> => {
  let shown = 0;
  const beyond = found.rows.findIndex((review, place) => {
    shown += namedIn(review, undefined).length;
    return place > 0 && shown > SHOWN_TOGETHER;
  });
  return beyond < 0 ? found : cutAt(found, beyond);
};

export function createReviewService(dependencies: ReviewServiceDependencies): ReviewService {
  const { records, indexing, runOnce, clock } = dependencies;
  const decisions = createDecisions(dependencies);

  /** Unreadable candidates are left out. */
  const foresee = async (tenant: TenantId, reviews: readonly ReviewRecord[]) => {
    const open = reviews.filter(({ state }) => state === 'open').filter(hasCandidate);
    const decided = await orUnread(decisions.weighing.foresee(tenant, open), new Map<string, never>());
    return new Map(open.map(({ id }): [string, Foreseen] => [id, foreseenOf(decided.get(id))]));
  };

  /** Those of the first reviews whose memories are not too much together. */
  const show = async (
    tenant: TenantId,
    { memories }: Pick<TenantRepositories, 'memories'>,
    reviews: readonly ReviewRecord[],
    candidates: ReadonlyMap<string, Foreseen>,
  ): Promise<Review[]> => {
    const named = reviews.map((review) => namedIn(review, candidates.get(review.id)?.others));
    const { found, whole } = await readNamed(memories, named);
    const showing = { tenant, now: clock.now(), memories: found };
    return reviews.slice(0, whole).map((review) => {
      if (review.state !== 'open') return reviewView(review, null, showing);
      const foreseen = candidates.get(review.id) ?? foreseenReplacement(review, showing.memories);
      return reviewView(review, foreseen, showing);
    });
  };

  const find = async (tenant: TenantId, repositories: TenantRepositories, id: string): Promise<Review> => {
    const review = await repositories.reviews.get(id);
    const [shown] = review ? await show(tenant, repositories, [review], await foresee(tenant, [review])) : [];
    return known('review', shown);
  };

  const decide = async (caller: Caller, id: string, verdict: Verdict): Promise<Once<Review>> => {
    const { tenant } = caller;
    const own = ownRecords(records, caller);
    const now = clock.now();
    const seen = await own.reviews.get(id);
    const prepared = seen && (await decisions.prepare(tenant, seen, verdict));
    const isOurs = (review: ReviewRecord | null) =>
      review?.state === verdict.state && review.decidedAt?.getTime() === now.getTime();
    let touched: string[] = [];
    const once = () =>
      runOnce<Review>(own, caller.idempotency, {
        mentions: mentionsOf,
        async find(repositories) {
          const isThere = isOurs(await repositories.reviews.get(id));
          return isThere ? find(tenant, own, id) : null;
        },
        async effect(repositories) {
          await repositories.lockOwner(known('review', seen).ownerEntityId);
          const review = known('review', await repositories.reviews.get(id, { lock: true }));
          touched = await decisions.apply(repositories, review, verdict, { tenant, prepared, now });
          return find(tenant, repositories, id);
        },
        async finish(decided) {
          await indexing.syncNow(tenant, touched);
          return fallbackOnOutage(decided, () => find(tenant, own, id));
        },
      });
    const decided = await decisions.inTurn(tenant, prepared, once);
    // They hold up neither the turn nor the database.
    if (seen) await fallbackOnOutage(undefined, () => decideRest(own, seen));
    return decided;
  };

  return {
    async list({ tenant }, { state, kind, ownerEntityId, createdAfter, createdBefore, ...asked }) {
      const wanted = { state: state === 'any' ? undefined : state, kind, ownerEntityId };
      const filter = { ...wanted, createdAfter: date(createdAfter), createdBefore: date(createdBefore) };
      const own = records.forTenant(tenant);
      const { reviews, page } = await listPage(asked, [tenant, 'reviews', filter], async (request) => {
        const found = endedEarly(await own.reviews.page(filter, request));
        const shown = await show(tenant, own, found.rows, await foresee(tenant, found.rows));
        const { total, last } = cutAt(found, shown.length);
        return { reviews: shown, total, last };
      });
      return { reviews, ...page };
    },
    get: ({ tenant }, id) => find(tenant, records.forTenant(tenant), id),
    accept: (caller, id) => decide(caller, id, { state: 'accepted', edit: {} }),
    edit: (caller, id, edit) => decide(caller, id, { state: 'edited', edit }),
    reject: (caller, id) => decide(caller, id, { state: 'rejected' }),
  };
}

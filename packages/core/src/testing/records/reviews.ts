import { describe, expect, it } from 'vitest';
import { MOST_ASKED, type ReviewRecord } from '../../ports/records.js';
import { minutesAfter, NOON, newCandidate, newReview } from '../builders.js';
import { insertEach, type Stage } from './stage.js';
import { walkPages } from './walk-pages.js';

const OWNER = '01950000-0000-7000-8000-0000000000cc';
const none = { memoryIds: [], texts: [], artifactIds: [] };

const idsOf = (reviews: readonly ReviewRecord[]) => reviews.map(({ id }) => id);

/** A replacement, and the two memories that it is about. */
const replacementIn = async (stage: Stage, own: ReturnType<Stage['tenant']>['own']) => {
  const [older = '', newer = ''] = await insertEach(stage, own.memories, [{}, {}]);
  const about = { kind: 'replacement', candidate: null, contentHash: null } as const;
  const review = newReview(stage.ids.next(), { ...about, memoryId: newer, otherIds: [older] });
  await own.reviews.add([review]);
  return { review, older, newer };
};

export function reviewsSuite(stage: Stage): void {
  describe('reviews', () => {
    it('are read as they were added', async () => {
      const { reviews } = stage.tenant().own;
      const plain = newReview(stage.ids.next());
      const full = newReview(stage.ids.next(), {
        ...{
          kind: 'steering',
          state: 'rejected',
          ownerEntityId: OWNER,
          reason: "it's “so”",
          traceId: stage.ids.next(),
        },
        ...{ sourceArtifactId: stage.ids.next(), memoryId: stage.ids.next(), otherIds: [stage.ids.next()] },
        candidate: newCandidate('It’s "{a}", 🦊', {
          ...{ tags: ['a', '{b}'], by: 'heads', speaker: 'Ann', context: { start: 0, end: 3 }, source: 'chat' },
          ...{ sessionId: 's', actorId: 'a', metadata: { deep: [1, null] } },
        }),
        ...{ createdAt: NOON, decidedAt: minutesAfter(1) },
      });
      await reviews.add([]);
      await reviews.add([plain, full]);
      expect(await reviews.get(plain.id)).toEqual(plain);
      expect(await reviews.get(full.id, { lock: true })).toEqual(full);
      expect(await reviews.get(stage.ids.next())).toBeNull();
    });

    it('count as decided where none of the memories that they may ask about is there', async () => {
      const { own } = stage.tenant();
      const { review, older } = await replacementIn(stage, own);
      const others = Array.from({ length: MOST_ASKED }, () => stage.ids.next());
      await own.reviews.add([
        { ...review, id: stage.ids.next(), otherIds: [...others.slice(1), older] },
        { ...review, id: stage.ids.next(), otherIds: [...others, older] },
      ]);
      expect(await own.reviews.countOpen()).toBe(2);
    });

    it('are listed by their filters, newest first, page by page', async () => {
      const { reviews } = stage.tenant().own;
      const all = [
        newReview(stage.ids.next(), { createdAt: minutesAfter(1) }),
        newReview(stage.ids.next(), { createdAt: minutesAfter(2), kind: 'steering', ownerEntityId: OWNER }),
        newReview(stage.ids.next(), { createdAt: minutesAfter(2), state: 'rejected' }),
        newReview(stage.ids.next(), { createdAt: minutesAfter(3), ownerEntityId: OWNER }),
      ];
      await reviews.add(all);
      const [first, second, third, fourth] = idsOf(all);
      const ids = async (filter: Parameters<typeof reviews.page>[0]) =>
        idsOf((await reviews.page(filter, { limit: 9, offset: 0 })).rows);
      expect(await ids({})).toEqual([fourth, third, second, first]);
      expect(await ids({ state: 'open' })).toEqual([fourth, second, first]);
      expect(await ids({ state: 'rejected' })).toEqual([third]);
      expect(await ids({ kind: 'steering' })).toEqual([second]);
      expect(await ids({ ownerEntityId: OWNER })).toEqual([fourth, second]);
      expect(await ids({ createdAfter: minutesAfter(2), createdBefore: minutesAfter(3) })).toEqual([third, second]);
      for (const limit of [1, 3]) {
        const { rows, totals } = await walkPages(limit, (request) => reviews.page({}, request));
        expect(idsOf(rows)).toEqual([fourth, third, second, first]);
        expect(totals).toEqual([4]);
      }
    });

    it('are open as long as there is something left to decide', async () => {
      const { own } = stage.tenant();
      const { memories, reviews } = own;
      await reviews.add([newReview(stage.ids.next(), { state: 'rejected' }), newReview(stage.ids.next())]);
      const { review, older, newer } = await replacementIn(stage, own);
      const open = async () => idsOf((await reviews.page({ state: 'open' }, { limit: 9, offset: 0 })).rows);
      expect(await open()).toContain(review.id);
      expect(await reviews.countOpen()).toBe(2);
      for (const id of [older, newer]) {
        await memories.supersede([{ id, byId: null, invalidAt: NOON }], NOON);
        expect(await open()).not.toContain(review.id);
        await memories.supersede([{ id, byId: null, invalidAt: null }], NOON);
        expect(await open()).toContain(review.id);
      }
      await memories.bury([older], NOON);
      expect(await reviews.countOpen()).toBe(1);
      expect(await reviews.get(review.id)).toEqual(review);
    });

    it('end once; what came of them takes the place of their text, and what waits in the same words ends with them', async () => {
      const { reviews } = stage.tenant().own;
      const candidate = newCandidate('I live in Porto.');
      const [one, twin, other, elsewhere, decided] = [
        newReview(stage.ids.next(), { candidate, ownerEntityId: OWNER }),
        newReview(stage.ids.next(), { candidate, ownerEntityId: OWNER }),
        newReview(stage.ids.next(), { ownerEntityId: OWNER }),
        newReview(stage.ids.next(), { candidate }),
        newReview(stage.ids.next(), { candidate, ownerEntityId: OWNER, state: 'rejected' }),
      ];
      await reviews.add([one, twin, other, elsewhere, decided]);
      const until = new Date(one.createdAt.getTime() + 1);
      const later = newReview(stage.ids.next(), {
        candidate,
        ownerEntityId: OWNER,
        createdAt: new Date(until.getTime() + 1),
      });
      await reviews.add([later]);
      expect(await reviews.alike(one, until, 9)).toEqual([twin.id]);
      expect(await reviews.alike(one, until, 0)).toEqual([]);
      expect(await reviews.alike({ ...one, contentHash: null }, until, 9)).toEqual([]);
      await reviews.decide([], { state: 'rejected', memoryId: null, otherIds: [], at: NOON });
      const [memoryId, otherId] = [stage.ids.next(), stage.ids.next()];
      await reviews.decide([one.id, twin.id, decided.id], {
        state: 'accepted',
        memoryId,
        otherIds: [otherId],
        at: NOON,
      });
      const became = { state: 'accepted', candidate: null, contentHash: null, memoryId, otherIds: [otherId] };
      for (const id of [one.id, twin.id]) expect(await reviews.get(id)).toMatchObject({ ...became, decidedAt: NOON });
      for (const left of [other, elsewhere, decided]) expect(await reviews.get(left.id)).toEqual(left);
      await reviews.decide([one.id], { state: 'rejected', memoryId: null, otherIds: [], at: minutesAfter(1) });
      expect(await reviews.get(one.id)).toMatchObject(became);
      await reviews.decide([other.id], { state: 'rejected', memoryId: null, otherIds: [], at: NOON });
      expect(await reviews.get(other.id)).toEqual({ ...other, state: 'rejected', decidedAt: NOON });
    });

    it('of a replacement end alone', async () => {
      const { own } = stage.tenant();
      const first = await replacementIn(stage, own);
      const second = await replacementIn(stage, own);
      const { memoryId, otherIds } = first.review;
      await own.reviews.decide([first.review.id], { state: 'accepted', memoryId, otherIds, at: NOON });
      expect(await own.reviews.get(first.review.id)).toEqual({ ...first.review, state: 'accepted', decidedAt: NOON });
      expect(await own.reviews.get(second.review.id)).toEqual(second.review);
    });

    it('are found by what came of them, by their raw texts and by their words', async () => {
      const { reviews } = stage.tenant().own;
      const [memoryId, artifactId] = [stage.ids.next(), stage.ids.next()];
      const candidate = newCandidate('I live in Porto.');
      const all = [
        newReview(stage.ids.next(), { memoryId, candidate: null, contentHash: null, sourceArtifactId: artifactId }),
        newReview(stage.ids.next(), { sourceArtifactId: artifactId }),
        newReview(stage.ids.next(), { candidate, ownerEntityId: OWNER }),
        newReview(stage.ids.next(), { candidate }),
      ];
      await reviews.add(all);
      const [became, drawn, owned, ownerless] = idsOf(all);
      const found = (given: Partial<typeof none>) => reviews.tracing({ ...none, ...given } as never);
      const { contentHash } = newReview(stage.ids.next(), { candidate });
      const sameText = (ownerEntityId: string | null) => ({ texts: [{ ownerEntityId, contentHash }] }) as never;
      expect(await found({})).toEqual([]);
      expect(await found({ memoryIds: [memoryId] } as never)).toEqual([became]);
      expect(await found({ artifactIds: [artifactId] } as never)).toEqual([drawn]);
      const both = { ...none, memoryIds: [memoryId], artifactIds: [artifactId] } as never;
      expect(await reviews.tracing(both)).toEqual([became, drawn]);
      expect(await reviews.getMany([drawn ?? '', stage.ids.next(), became ?? ''])).toEqual(all.slice(0, 2));
      expect(await stage.tenant().own.reviews.getMany([became ?? ''])).toEqual([]);
      expect(await reviews.getMany([])).toEqual([]);
      expect(await found(sameText(OWNER))).toEqual([owned]);
      expect(await found(sameText(null))).toEqual([ownerless]);
      await reviews.remove([]);
      await reviews.remove([drawn ?? '', owned ?? '']);
      expect(idsOf((await reviews.page({}, { limit: 9, offset: 0 })).rows).sort()).toEqual([became, ownerless].sort());
    });

    it('go with their owner, and are carried over in order', async () => {
      const { erasure, reviews, transfer } = stage.tenant().own;
      const all = [1, 2, 3].map(() => newReview(stage.ids.next(), { ownerEntityId: OWNER }));
      const other = newReview(stage.ids.next());
      await reviews.add([...all, other]);
      expect(await transfer.reviews(null, 2)).toEqual(all.slice(0, 2));
      expect(await transfer.reviews(all[1]?.id ?? '', 9)).toEqual([all[2], other]);
      expect(await transfer.present('review', [other.id, stage.ids.next()])).toEqual([other.id]);
      expect(await erasure.removeReviews(OWNER, 2)).toBe(2);
      expect(await erasure.removeReviews(OWNER, 2)).toBe(1);
      expect(await transfer.reviews(null, 9)).toEqual([other]);
    });
  });
}

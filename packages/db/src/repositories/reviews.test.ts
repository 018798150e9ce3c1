import { tracedReviews } from '@hippocamp/core/modules/redaction/forgotten';
import type { PageKey, ReviewRecord, TenantRecords } from '@hippocamp/core/ports/records';
import {
  minutesAfter,
  newMemory,
  newReview,
  quietLog,
  sequentialIds,
  tenantNamed,
} from '@hippocamp/core/testing/builders';
import type { Engine } from '@hippocamp/db/engine/engine';
import { migrate } from '@hippocamp/db/engine/migrate';
import { openPglite } from '@hippocamp/db/engine/pglite';
import { createRecords } from '@hippocamp/db/records';
import { type Step, stepsOfEach, stepsTaken } from '@hippocamp/db/repositories/testing/plans';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const REVIEWS = 20;
const OTHERS = 1000;
const ids = sequentialIds();

const lookedUp = (steps: readonly Step[]): number =>
  steps.filter(({ name }) => name === 'Function Scan').reduce((sum, { read }) => sum + read, 0);

let engine: Engine;
let records: Awaited<ReturnType<typeof createRecords>>;
beforeAll(async () => {
  engine = await openPglite({ folder: 'memory://' });
  await migrate(engine.pool);
  records = await createRecords({ pool: engine.pool, kind: engine.kind, log: quietLog });
});
afterAll(async () => {
  await records.close();
  await engine.close();
});

describe('open reviews that each name a thousand memories, none of which is there,', () => {
  let own: TenantRecords;

  beforeAll(async () => {
    own = records.forTenant(tenantNamed('asked'));
    const newer = newMemory(ids.next());
    await own.memories.insert([newer]);
    const reviewOf = (at: number): ReviewRecord => ({
      ...newReview(ids.next(), { kind: 'replacement', candidate: null, contentHash: null, memoryId: newer.id }),
      otherIds: Array.from({ length: OTHERS }, () => ids.next()),
      createdAt: minutesAfter(at),
    });
    await own.reviews.add(Array.from({ length: REVIEWS }, (_, at) => reviewOf(at)));
  });

  it('cost their count and their list a few look-ups each', async () => {
    expect(lookedUp(await stepsTaken(engine.pool, () => own.reviews.countOpen()))).toBeLessThanOrEqual(10 * REVIEWS);
    const list = () => own.reviews.page({ state: 'open' }, { limit: 20, offset: 0 });
    // Once for the total, and once for the rows.
    expect(lookedUp(await stepsTaken(engine.pool, list))).toBeLessThanOrEqual(20 * REVIEWS);
    expect(await own.reviews.countOpen()).toBe(0);
  });
});

describe('of very many open replacements', () => {
  const LOOKED_AT = 2000;
  const MANY = 5000;
  const own = () => records.forTenant(tenantNamed('crowded'));
  const standing = newReview(ids.next(), { kind: 'replacement', candidate: null, contentHash: null });
  const plain = newReview(ids.next(), { createdAt: minutesAfter(1) });

  beforeAll(async () => {
    const [newer, older] = [newMemory(ids.next()), newMemory(ids.next())];
    await own().memories.insert([newer, older]);
    await own().reviews.add([{ ...standing, memoryId: newer.id, otherIds: [older.id] }, plain]);
    await engine.pool.query(
      `insert into reviews select whole.* from reviews as first, generate_series(1, $1::int) as number,
        jsonb_populate_record(first, jsonb_build_object(
          'id', gen_random_uuid(), 'created_at', first.created_at + interval '1 hour' + number * interval '1 second',
          'other_ids', array(select gen_random_uuid() from generate_series(1, 10)))) as whole
      where first.id = $2`,
      [MANY, standing.id],
    );
  });

  it('so many are looked at, and the others do not count', async () => {
    const { reviews } = own();
    expect(lookedUp(await stepsTaken(engine.pool, () => reviews.countOpen()))).toBeLessThanOrEqual(10 * LOOKED_AT);
    const list = () => reviews.page({ state: 'open' }, { limit: 20, offset: 0 });
    const steps = await stepsTaken(engine.pool, list);
    expect(lookedUp(steps)).toBeLessThanOrEqual(20 * LOOKED_AT);
    // Those of the index: all of them for those of other kinds; for the total, for the last one looked at, for the rows.
    const read = steps.filter(({ index }) => index === 'reviews_open_idx').reduce((sum, step) => sum + step.read, 0);
    expect(read).toBeLessThanOrEqual(MANY + 3 * LOOKED_AT + 10);
    expect(await reviews.countOpen()).toBe(1);
  });

  it('those of other kinds are all counted and listed', async () => {
    const others = records.forTenant(tenantNamed('others')).reviews;
    const given = Array.from({ length: LOOKED_AT + 2 }, (_, at) =>
      newReview(ids.next(), { createdAt: minutesAfter(at) }),
    );
    await others.add(given);
    expect(await others.countOpen()).toBe(given.length);
    const { rows, total, last } = await others.page({ state: 'open' }, { limit: 2, offset: LOOKED_AT });
    expect([rows.map(({ id }) => id), total, last]).toEqual([[given[1]?.id, given[0]?.id], given.length, null]);
  });

  it('a page beyond those that count has no row, and leads back to none', async () => {
    const { rows, last } = await own().reviews.page({ state: 'open' }, { limit: 1, offset: LOOKED_AT + 500 });
    expect([rows, last]).toEqual([[], null]);
  });

  it('a page beyond the newest leads to older ones that count', async () => {
    const after = records.forTenant(tenantNamed('decided')).reviews;
    const at = (seconds: number) => new Date(minutesAfter(60).getTime() + seconds * 1000);
    const decided = Array.from({ length: LOOKED_AT }, (_, nth) =>
      newReview(ids.next(), { ...standing, id: ids.next(), memoryId: ids.next(), createdAt: at(nth) }),
    );
    const older = Array.from({ length: 3 }, (_, nth) => newReview(ids.next(), { createdAt: minutesAfter(nth) }));
    await after.add([...decided, ...older]);
    const { rows, total, last } = await after.page({ state: 'open' }, { limit: 2, offset: 1 });
    expect([rows, total]).toEqual([[], 3]);
    const next = await after.page({ state: 'open' }, { limit: 3, offset: 0, after: last ?? undefined });
    expect(next.rows.map(({ id }) => id)).toEqual(older.map(({ id }) => id).toReversed());
    expect((await after.page({ state: 'open' }, { limit: 2, offset: 3 })).last).toBeNull();
  });

  it('pages lead to all of them', async () => {
    const found: string[] = [];
    let pages = 0;
    for (let after: PageKey | undefined | null; after !== null; pages += 1) {
      const { rows, last } = await own().reviews.page({ state: 'open' }, { limit: 1, offset: 0, after });
      found.push(...rows.map(({ id }) => id));
      after = last;
    }
    expect(found).toEqual([plain.id, standing.id]);
    expect(pages).toBe(4);
  });
});

it('of many reviews that name one memory, each page reads no more than its own', async () => {
  const own = records.forTenant(tenantNamed('traced'));
  const memoryId = ids.next();
  const given = Array.from({ length: 2000 }, () => newReview(ids.next(), { candidate: null, memoryId }));
  await own.reviews.add(given);
  const found: string[] = [];
  const read = await stepsOfEach(engine.pool, async () => {
    for await (const page of tracedReviews(own.reviews, { memoryIds: [memoryId], texts: [], artifactIds: [] }))
      found.push(...page.map(({ id }) => id));
  });
  expect(found).toEqual(given.map(({ id }) => id));
  const rows = read.flat().reduce((sum, step) => sum + step.read, 0);
  expect(rows).toBeLessThan(15 * given.length);
});

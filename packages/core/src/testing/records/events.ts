import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventDay, EventFilter, EventRecord } from '../../ports/records.js';
import { minutesAfter, NOON, newEvent } from '../builders.js';
import type { Stage } from './stage.js';
import { walkPages } from './walk-pages.js';

const SEED = 20_260_302;
const DAY_MINUTES = 24 * 60;

const actors = ['01950000-0000-7000-8000-0000000000aa', '01950000-0000-7000-8000-0000000000bb'];
const eventType = fc.constantFrom('met', 'left', 'it\'s "a" type', '__proto__');
const tag = fc.constantFrom('a', 'b', 'it\'s {c}, "d"');
/** Around midnights, where days begin. */
const time = fc
  .tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -2, max: 2 }))
  .map(([days, minutes]) => minutesAfter(days * DAY_MINUTES + minutes, new Date('2026-03-01T00:00:00.000Z')));

const members = fc.record({
  actorEntityId: fc.constantFrom(null, ...actors),
  eventType,
  tags: fc.uniqueArray(tag, { maxLength: 2 }),
  occurredAt: time,
});

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const filter: fc.Arbitrary<EventFilter> = fc.record({
  eventType: optional(eventType),
  actorEntityId: optional(fc.constantFrom(...actors)),
  tag: optional(tag),
  after: optional(time),
  before: optional(time),
});

const passes = (event: EventRecord, { eventType: type, actorEntityId, tag: tagged, after, before }: EventFilter) =>
  (type === undefined || event.eventType === type) &&
  (actorEntityId === undefined || event.actorEntityId === actorEntityId) &&
  (tagged === undefined || event.tags.includes(tagged)) &&
  (after === undefined || event.occurredAt >= after) &&
  (before === undefined || event.occurredAt < before);

const inOrder = (events: readonly EventRecord[]) =>
  [...events].sort((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime() || (a.id < b.id ? -1 : 1));

const countBy = (keys: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

/** The days of the answer, with their types in any order. */
const told = (days: readonly EventDay[]) =>
  days.map(({ date, count, byType }) => ({
    date,
    count,
    byType: new Map(byType.map((one) => [one.eventType, one.count])),
  }));

const dayOf = ({ occurredAt }: EventRecord) => occurredAt.toISOString().slice(0, 10);

const counted = (events: readonly EventRecord[]) =>
  [...new Set(events.map(dayOf))].sort().map((date) => {
    const ofDay = events.filter((event) => dayOf(event) === date);
    return { date, count: ofDay.length, byType: countBy(ofDay.map((event) => event.eventType)) };
  });

export function eventsSuite(stage: Stage): void {
  describe('events', () => {
    it('are read as they were inserted', async () => {
      const { events } = stage.tenant().own;
      const plain = newEvent(stage.ids.next());
      const full = newEvent(stage.ids.next(), {
        actorEntityId: stage.ids.next(),
        eventType: "it's",
        payload: { list: [1, { deep: null }] },
        tags: ['a', '{b}'],
        occurredAt: new Date('0001-01-02T03:04:05.678Z'),
        createdAt: NOON,
      });
      await events.insert([plain, full]);
      expect(await events.get(plain.id)).toEqual(plain);
      expect(await events.get(full.id)).toEqual(full);
      expect(await events.get(stage.ids.next())).toBeNull();
      expect((await events.page({}, { limit: 5, offset: 0, sortOrder: 'asc' })).rows).toEqual([full, plain]);
    });

    it(`agree with a model of filter, order and days (seed ${SEED})`, async () => {
      const { events } = stage.tenant().own;
      const drawn = fc.sample(members, { seed: SEED, numRuns: 80 });
      const all = drawn.map((given) => newEvent(stage.ids.next(), given));
      await events.insert(all);
      const order = fc.constantFrom('asc' as const, 'desc' as const);
      await fc.assert(
        fc.asyncProperty(filter, order, fc.integer({ min: 1, max: 40 }), async (asked, sortOrder, limit) => {
          const passing = inOrder(all.filter((event) => passes(event, asked)));
          const { rows, totals } = await walkPages(limit, (request) => events.page(asked, { ...request, sortOrder }));
          expect(rows).toEqual(sortOrder === 'asc' ? passing : passing.toReversed());
          expect(totals).toEqual([passing.length]);
          expect(told(await events.days(asked, 10))).toEqual(counted(passing));
        }),
        { seed: SEED, numRuns: 60 },
      );
    });

    it('name the most frequent types of a day, and count all', async () => {
      const { events } = stage.tenant().own;
      const types = ['b', 'a', 'b', 'c', 'd', 'c', 'b'];
      await events.insert(types.map((type) => newEvent(stage.ids.next(), { eventType: type, occurredAt: NOON })));
      const byType = [
        { eventType: 'b', count: 3 },
        { eventType: 'c', count: 2 },
        { eventType: 'a', count: 1 },
      ];
      expect(await events.days({}, 3)).toEqual([{ date: '2026-03-01', count: 7, byType }]);
    });

    it('of one tenant are not those of another, though they have the same ids', async () => {
      const [first, second] = [stage.tenant().own.events, stage.tenant().own.events];
      const id = stage.ids.next();
      await first.insert([newEvent(id, { eventType: 'first' })]);
      expect(await second.get(id)).toBeNull();
      await second.insert([newEvent(id, { eventType: 'second' })]);
      expect(await first.get(id)).toMatchObject({ eventType: 'first' });
      expect((await first.page({}, { limit: 5, offset: 0, sortOrder: 'desc' })).total).toBe(1);
      expect(await second.days({}, 5)).toMatchObject([{ count: 1, byType: [{ eventType: 'second' }] }]);
    });
  });
}

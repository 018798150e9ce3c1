import { NOON, newEvent, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stepsOfEach } from './testing/plans.js';
import { openRecordsOn, type RecordsOn } from './testing/records-on.js';

const tenant = tenantNamed('acme');
/** Types of one day, each once. Two days have more than one statement counts. */
const [TYPES, DAYS, TOGETHER] = [6000, 3, 10_000];

describe.each(testEngines)('a timeline of many types, on $kind,', ({ available, open }) => {
  let opened: RecordsOn;
  const ids = sequentialIds();
  const runs = test.skipIf(!available);
  const events = () => opened.records.forTenant(tenant).events;

  beforeAll(async () => {
    if (!available) return;
    opened = await openRecordsOn(open);
    await events().insert([newEvent(ids.next(), { eventType: 'first', occurredAt: NOON })]);
    await opened.pool.query(
      `insert into events select whole.* from events as first, generate_series(1, $1::int) as day,
        generate_series(1, $2::int) as number, jsonb_populate_record(first, jsonb_build_object('id', gen_random_uuid(),
          'event_type', 'type ' || number, 'occurred_at', first.occurred_at + day * interval '1 day')) as whole`,
      [DAYS, TYPES],
    );
    await opened.pool.query('vacuum analyze events');
  });
  afterAll(() => opened?.close());

  runs('counts the types of some days in a statement', async () => {
    const each = await stepsOfEach(opened.pool, async () => {
      const days = await events().days({}, 2);
      expect(days.map(({ count, byType }) => [count, byType.length])).toEqual([
        [1, 1],
        ...Array(DAYS).fill([TYPES, 2]),
      ]);
      expect(days[1]?.byType).toEqual([1, 10].map((number) => ({ eventType: `type ${number}`, count: 1 })));
    });
    const grouped = each.map((steps) =>
      steps.filter(({ name }) => name === 'Aggregate').reduce((sum, { read }) => sum + read, 0),
    );
    expect(Math.max(...grouped)).toBeGreaterThanOrEqual(TYPES);
    expect(Math.max(...grouped)).toBeLessThan(TOGETHER);
  });
});

/** @module-tag long */
import { createHash } from 'node:crypto';
import { filterOf, minutesAfter, newMemory, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksTouched } from './testing/plans.js';
import { openRecordsOn, type RecordsOn } from './testing/records-on.js';

const ROWS = 30;
/** Blocks that plans differ by, whatever the values. */
const SPARE = 60;
const tenant = tenantNamed('acme');

/** No database packs it, so that it takes its length in blocks. */
const unpackable = (length: number, seed: string): string => {
  let text = '';
  for (let place = 0; text.length < length; place += 1)
    text += createHash('sha512').update(`${seed} ${place}`).digest('base64');
  return text.slice(0, length);
};

const sixteen = Object.fromEntries(Array.from({ length: 16 }, (_, place) => [`member ${place}`, place]));

describe.each(testEngines)('long values, on $kind,', ({ available, open }) => {
  let opened: RecordsOn;
  const ids = sequentialIds();
  const runs = test.skipIf(!available);
  const touchedBy = (work: () => Promise<unknown>) => blocksTouched(opened.pool, work);
  const own = () => opened.records.forTenant(tenant);
  const given = Array.from({ length: ROWS }, () => ids.next());

  beforeAll(async () => {
    if (!available) return;
    opened = await openRecordsOn(open);
    const long = (id: string) =>
      newMemory(id, {
        metadata: { ...sixteen, long: unpackable(60_000, id), sessionId: 'monday' },
        provenance: { traceId: 'a trace', message: 1, sourceSpan: unpackable(60_000, `${id} span`) },
      });
    await own().memories.insert(given.map(long));
  });
  afterAll(() => opened?.close());

  runs('are unpacked once for a filter, however many members of the metadata it names', async () => {
    const { memories } = own();
    const one = { 'member 0': 0 };
    expect(await memories.count(filterOf({ metadata: sixteen }))).toBe(ROWS);
    const once = await touchedBy(() => memories.count(filterOf({ metadata: one })));
    const all = await touchedBy(() => memories.count(filterOf({ metadata: sixteen })));
    expect(once).toBeGreaterThan(4 * SPARE);
    expect(all).toBeLessThan(once + SPARE);
  });

  runs('are not unpacked where a cheaper condition of the filter refuses the row', async () => {
    const { memories } = own();
    const filter = filterOf({ asOf: minutesAfter(-1_000_000), metadata: sixteen });
    expect(await memories.count(filter)).toBe(0);
    expect(await touchedBy(() => memories.count(filter))).toBeLessThan(SPARE);
  });
});

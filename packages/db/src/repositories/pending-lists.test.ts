import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecordsOn, type RecordsOn } from './testing/records-on.js';

describe.each(testEngines)('indexes of what a row has several of, on $kind,', ({ available, open }) => {
  let opened: RecordsOn;
  const runs = test.skipIf(!available);
  beforeAll(async () => {
    if (available) opened = await openRecordsOn(open);
  });
  afterAll(() => opened?.close());

  runs('have no list of what is still to be sorted in, through which each look-up would go', async () => {
    const { rows } = await opened.pool.query(
      `select relname as name, 'fastupdate=off' = any(reloptions) as "isOff" from pg_class
      join pg_am on pg_am.oid = relam where amname = 'gin' order by relname`,
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter(({ isOff }: { isOff: boolean | null }) => isOff !== true)).toEqual([]);
  });
});

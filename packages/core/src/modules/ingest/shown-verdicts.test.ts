import type { PlacedVerdict } from '@hippocamp/shared/language/verdict';
import { describe, expect, it } from 'vitest';
import type { Extracted } from '../../ports/extractor.js';
import type { Records, TextRead } from '../../ports/records.js';
import { NOON, newIngest, tenantNamed } from '../../testing/builders.js';
import { createExtract } from './extract.js';

const third = 1 / 3;
const verdict: PlacedVerdict = {
  ...{ keep: third, importance: 2 + third, asks: 1e-9, unmeant: 0, steers: 0.9996, corrects: 1 },
  tiers: { semantic: third, episodic: 2 * third, short_term: 0 },
  whose: { self: third, other: third, assistant: third },
  ...{ start: 123_456, end: 123_457, isKept: true },
};

/** What is kept of the reading of a text with so many statements. */
async function readOf(count: number): Promise<TextRead> {
  const reads: TextRead[] = [];
  const by = { extractor: 'test', prompt: 'none' };
  const verdicts = Array.from({ length: count }, () => verdict);
  const found: Extracted = { extractions: [], warnings: [], leftOut: count, verdicts, by };
  const extract = createExtract({
    records: { forTenant: () => ({}) } as unknown as Records,
    language: { versions: {}, resolveDates: async () => [] },
    extractor: { extract: async () => found },
    clock: { now: () => NOON },
  } as unknown as Parameters<typeof createExtract>[0]);
  const request = { source: 'note', debug: true } as const;
  await extract(tenantNamed('acme'), newIngest('trace', { content: 'Text.', request }), async (_found, read) => {
    if (read) reads.push(read as unknown as TextRead);
  });
  const [read] = reads;
  if (!read) throw new Error('Nothing was kept.');
  return read;
}

describe('the verdicts that `debug` shows', () => {
  it('are a thousand, and a warning counts the others', async () => {
    const [all, cut] = [await readOf(1000), await readOf(1001)];
    expect([all.verdicts?.length, all.warnings]).toEqual([1000, []]);
    expect([cut.verdicts?.length, cut.leftOut]).toEqual([1000, 1001]);
    expect(cut.warnings).toMatchObject([{ code: 'verdicts_cut', message: expect.stringContaining('1001') }]);
  });

  it('have three digits behind the point', async () => {
    expect((await readOf(1)).verdicts).toEqual([
      {
        ...{ keep: 0.333, importance: 2.333, asks: 0, unmeant: 0, steers: 1, corrects: 1 },
        tiers: { semantic: 0.333, episodic: 0.667, short_term: 0 },
        whose: { self: 0.333, other: 0.333, assistant: 0.333 },
        ...{ start: 123_456, end: 123_457, isKept: true },
      },
    ]);
  });
});

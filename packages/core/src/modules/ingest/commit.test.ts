import type { StatementCounts } from '@hippocamp/shared/schemas/memories';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../ports/records.js';
import { countAtEnd, statementCounts } from './commit.js';
import type { IngestWork } from './ingest-work.js';

const outcome = (status: Outcome['status'], replaced: string[] = []): Outcome => ({
  ...{ status, memoryId: status === 'needs_review' ? null : 'one', repeatsItself: false, reason: null, replaced },
  replacedBy: null,
});

const added = async (outcomes: Outcome[], autoStore = true, leftOut: number | null = 3) => {
  const all: [string, StatementCounts][] = [];
  const repository = {
    add: async (source: string, counts: StatementCounts) => void all.push([source, counts]),
    totals: () => Promise.reject(new Error('nobody asks')),
  };
  const read = { extractor: 'test', prompt: 'none', warnings: [], ...(leftOut === null ? {} : { leftOut }) };
  const work = { order: { autoStore, source: 'chat' }, read, extractions: [{}, {}] } as unknown as IngestWork;
  const told = await countAtEnd({ statementCounts: repository }, work, outcomes);
  expect(told).toEqual(all[0]?.[1] ?? null);
  return all;
};

describe('counting statements', () => {
  it('tells what was stored, said before, put in the place of another, asked about, and left out', () => {
    const outcomes = [
      outcome('new'),
      outcome('new'),
      outcome('duplicate'),
      outcome('near_duplicate'),
      outcome('conflict', ['older', 'oldest']),
      outcome('needs_review'),
    ];
    expect(statementCounts(outcomes, 4)).toEqual({ kept: 2, noise: 4, repeat: 2, replaced: 1, review: 1 });
  });

  it('counts what tells of an earlier time as kept: it takes the place of nothing', () => {
    const earlier = { ...outcome('conflict'), replacedBy: { id: 'later', at: new Date(0) } };
    expect(statementCounts([earlier], 0)).toMatchObject({ kept: 1, replaced: 0 });
  });

  it('is done once, when all candidates are decided about', async () => {
    expect(await added([outcome('new')])).toEqual([]);
    const whole = await added([outcome('new'), outcome('duplicate')]);
    expect(whole).toEqual([['chat', { kept: 1, noise: 3, repeat: 1, replaced: 0, review: 0 }]]);
  });

  it('is not done where nothing is stored', async () => {
    expect(await added([outcome('new'), outcome('new')], false)).toEqual([]);
  });

  it('knows of nothing left out in what an earlier release has read', async () => {
    expect(await added([outcome('new'), outcome('new')], true, null)).toMatchObject([['chat', { noise: 0 }]]);
  });
});

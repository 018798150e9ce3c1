import type { ClaimComparison, PartStances } from '@hippocamp/shared/language/claim';
import { neutral, type Stance } from '@hippocamp/shared/language/stance';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { ClaimReader, ReadMemory } from '../../ports/claim-reader.js';
import { minutesAfter, NOON, newMemory, recordOf, sequentialIds } from '../../testing/builders.js';
import { type JudgedParts, judgeParts } from './judge-claim.js';
import { weighing } from './weigh.js';

const tenant = 'acme' as TenantId;
const ids = sequentialIds();
const DAY = 24 * 60;

const supports: Stance = { ...neutral, stance: 'supports', score: 0.9, reason: 'direct_entailment' };
const refutes: Stance = { ...neutral, stance: 'refutes', score: 0.9, reason: 'value_mismatch' };

interface Told {
  content: string;
  /** What rules say. */
  rules?: Stance;
  read?: 'supports' | 'refutes';
  relevance?: number;
  createdAt?: Date;
  invalidAt?: Date;
}

/** One part beside memories; who reads is asked about those that rules leave open. */
async function judging(told: readonly Told[], by: 'llm' | 'nobody' = 'llm', wrong: readonly string[] = []) {
  const records = told.map(({ content, createdAt = NOON, invalidAt = null }) =>
    recordOf({ ...newMemory(ids.next(), { content, createdAt }), invalidAt }),
  );
  const relevance = [new Map(records.map(({ id }, place) => [id, told[place]?.relevance ?? 0.8]))];
  const known = { records, others: new Map(), relevance, names: new Map() };
  const asked: ReadMemory[][] = [];
  const claimReader: ClaimReader = {
    method: 'llm',
    leastRelevance: 0.1,
    async read(_tenant, _claim, memories) {
      asked.push([...memories]);
      if (by === 'nobody') return null;
      const stances = { supports, refutes };
      const readOf = ({ text }: ReadMemory) => told.find(({ content }) => content === text)?.read;
      return memories.map((memory) => stances[readOf(memory) ?? 'supports']);
    },
    disputes: async (_tenant, _claim, memories) => memories.map(({ text }) => wrong.includes(text)),
  };
  const relate = async (_tenant: TenantId, { parts }: ClaimComparison): Promise<PartStances[]> =>
    parts.map(({ beside }) => ({
      isFirstPerson: false,
      stances: beside.map((place) => told[place]?.rules ?? neutral),
    }));
  const weighed = weighing('A claim.', ['A claim.'], known, minutesAfter(1), new Set(['mara']));
  const judged = await judgeParts(tenant, weighed, { language: { relate }, claimReaders: [claimReader] });
  return { judged, asked, verdict: verdictOf(judged) };
}

const verdictOf = ({ parts }: JudgedParts) => parts[0]?.judgement.verdict;

describe('a part of a claim', () => {
  it('that rules decide is read beside nothing', async () => {
    const { verdict, asked, judged } = await judging([
      { content: 'One.', rules: supports },
      { content: 'Two.', read: 'refutes' },
    ]);
    expect([verdict, judged.method, asked]).toEqual(['supported', 'rules', []]);
  });

  it('that rules leave open is what memories say that are read, by whom they are', async () => {
    const { verdict, asked, judged } = await judging([{ content: 'One.', read: 'refutes' }]);
    expect([verdict, judged.method]).toEqual(['refuted', 'llm']);
    expect(asked).toEqual([[{ text: 'One.', names: ['mara'] }]]);
  });

  it('stays open where nobody can read', async () => {
    const { verdict, judged } = await judging([{ content: 'One.' }], 'nobody');
    expect([verdict, judged.method]).toEqual(['not_enough_info', 'rules']);
  });

  it('is read beside the nearest that hold and have to do with it', async () => {
    const near = Array.from({ length: 12 }, (_, place) => ({ content: `${place}.`, relevance: 0.2 + place / 20 }));
    const { asked } = await judging([
      ...near,
      { content: 'Far.', relevance: 0.01 },
      { content: 'Gone.', relevance: 1, invalidAt: NOON },
      { content: 'Of another time.', relevance: 1, rules: { ...neutral, reason: 'temporal_mismatch' } },
    ]);
    expect(asked).toEqual([]);
    const without = await judging([...near, { content: 'Far.', relevance: 0.01 }]);
    expect(without.asked[0]?.map(({ text }) => text)).toEqual(['11.', '10.', '9.', '8.', '7.', '6.', '5.', '4.']);
  });

  it('is open where a reader holds to be wrong what rules say, and that memory is not read once more', async () => {
    const { verdict, asked, judged } = await judging(
      [
        { content: 'One.', rules: supports },
        { content: 'Two.', read: 'refutes' },
      ],
      'llm',
      ['One.'],
    );
    expect([verdict, judged.method]).toEqual(['refuted', 'llm']);
    expect(asked.flat().map(({ text }) => text)).toEqual(['Two.']);
  });

  it('is what rules say of the same text, whatever a reader holds of it', async () => {
    const told = [{ content: 'One.', rules: { ...supports, score: 1 } }];
    const { verdict, judged } = await judging(told, 'llm', ['One.']);
    expect([verdict, judged.method]).toEqual(['supported', 'rules']);
  });

  it('is what the later of two memories says, and told by neither where they are as old', async () => {
    const old = { content: 'Old.', read: 'supports' as const, createdAt: minutesAfter(-2 * DAY) };
    const later = await judging([old, { content: 'New.', read: 'refutes' }]);
    expect(later.verdict).toBe('refuted');
    const both = await judging([
      { ...old, createdAt: NOON },
      { content: 'New.', read: 'refutes' },
    ]);
    expect(both.verdict).toBe('conflicting');
  });
});

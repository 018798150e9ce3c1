import { neutral, type Stance } from '@hippocamp/shared/language/claim';
import type { Mark, TenantId } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { ClaimReader, ReadMemory } from '../../ports/claim-reader.js';
import { minutesAfter, NOON, newMemory, recordOf, sequentialIds } from '../../testing/builders.js';
import { contentHash } from '../facts/facts.js';
import { type JudgedParts, judgeParts } from './judge-claim.js';
import { weighing } from './weigh.js';

const tenant = 'acme' as TenantId;
const ids = sequentialIds();
const DAY = 24 * 60;

const supports: Stance = { stance: 'supports', score: 0.9, reason: 'direct_entailment' };
const refutes: Stance = { stance: 'refutes', score: 0.9, reason: 'value_mismatch' };

interface Told {
  content: string;
  read?: 'supports' | 'refutes';
  marks?: Mark[];
  relevance?: number;
  createdAt?: Date;
  invalidAt?: Date;
}

/** The reader is neutral about memories without a verdict; without `canRead` it answers null. */
async function judging(
  told: readonly Told[],
  methods: readonly ('model' | 'llm')[] = ['model'],
  { canRead = true, ...aliases }: { canRead?: boolean; aliasesStayHere?: boolean } = {},
) {
  const records = told.map(({ content, createdAt = NOON, invalidAt = null, marks = [] }) =>
    recordOf({ ...newMemory(ids.next(), { content, createdAt, marks, contentHash: contentHash(content) }), invalidAt }),
  );
  const relevance = [new Map(records.map(({ id }, place) => [id, told[place]?.relevance ?? 0.8]))];
  const known = { records, others: new Map(), relevance, names: new Map(), ...aliases };
  const asked: [string, ReadMemory[]][] = [];
  const readerOf = (method: 'model' | 'llm'): ClaimReader => ({
    method,
    leastRelevance: 0.1,
    async read(_tenant, _claim, memories) {
      asked.push([method, [...memories]]);
      if (!canRead) return null;
      const readOf = ({ text }: ReadMemory) => told.find(({ content }) => content === text)?.read;
      return memories.map((memory) => ({ supports, refutes, none: neutral })[readOf(memory) ?? 'none']);
    },
  });
  const weighed = weighing('A claim.', ['A claim.'], known, minutesAfter(1), new Set(['mara']));
  const language = { tellsOfSelf: () => false };
  const judged = await judgeParts(tenant, weighed, { language, claimReaders: methods.map(readerOf) });
  return { judged, asked, verdict: verdictOf(judged) };
}

const verdictOf = ({ parts }: JudgedParts) => parts[0]?.judgement.verdict;

describe('a part of a claim', () => {
  it('is what the memories say that are read beside it', async () => {
    const { verdict, asked, judged } = await judging([{ content: 'One.', read: 'refutes' }]);
    expect([verdict, judged.method]).toEqual(['refuted', 'model']);
    expect(asked).toEqual([['model', [{ text: 'One.', names: ['mara'] }]]]);
  });

  it('says of names that only memories give that stay here that they stay here too', async () => {
    const { asked } = await judging([{ content: 'One.' }], ['llm'], { aliasesStayHere: true });
    expect(asked).toEqual([['llm', [{ text: 'One.', names: ['mara'], namesStayHere: true }]]]);
  });

  it('says of a memory whose marks withhold it that no language model may be shown it', async () => {
    const told: Told[] = [
      { content: 'One.', marks: ['instructs'] },
      { content: 'Two.', marks: ['unchecked'] },
      { content: 'Three.', marks: ['secret'] },
    ];
    const { asked } = await judging(told, ['llm']);
    expect(asked[0]?.[1].map(({ staysHere = false }) => staysHere)).toEqual([true, true, false]);
  });

  it('is supported by the same text, whoever reads', async () => {
    const told = [{ content: 'a claim' }];
    for (const methods of [[], ['model']] as const) {
      const { verdict, judged, asked } = await judging(told, methods);
      expect([verdict, judged.method, asked]).toEqual(['supported', 'text', []]);
    }
  });

  it('is not supported by the same text alone where another memory refutes it', async () => {
    const { verdict } = await judging([{ content: 'A claim.' }, { content: 'Two.', read: 'refutes' }]);
    expect(verdict).toBe('conflicting');
  });

  it('stays open where nobody can read', async () => {
    const { verdict, judged } = await judging([{ content: 'One.' }], ['model'], { canRead: false });
    expect([verdict, judged.method]).toEqual(['not_enough_info', 'none']);
    const alone = await judging([{ content: 'One.' }], []);
    expect([alone.verdict, alone.judged.method]).toEqual(['not_enough_info', 'none']);
  });

  it('is read by a second reader only where the first leaves it open', async () => {
    const open = await judging([{ content: 'One.' }], ['model', 'llm']);
    expect(open.asked.map(([method]) => method)).toEqual(['model', 'llm']);
    const decided = await judging([{ content: 'One.', read: 'supports' }], ['model', 'llm']);
    expect(decided.asked.map(([method]) => method)).toEqual(['model']);
  });

  it('is read beside the nearest that hold and have to do with it, and apart from those beside what holds no more', async () => {
    const near = Array.from({ length: 12 }, (_, place) => ({ content: `${place}.`, relevance: 0.2 + place / 20 }));
    const gone = { content: 'Gone.', relevance: 1, invalidAt: NOON };
    const { asked } = await judging([...near, { content: 'Far.', relevance: 0.01 }, gone]);
    expect(asked.map(([, memories]) => memories.map(({ text }) => text))).toEqual([
      ['11.', '10.', '9.', '8.', '7.', '6.', '5.', '4.'],
      ['Gone.'],
    ]);
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

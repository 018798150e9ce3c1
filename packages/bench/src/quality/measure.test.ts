import { describe, expect, it } from 'vitest';
import { calibrate } from './calibrate.js';
import type { Conversation } from './conversations.js';
import { measureQuality } from './measure.js';
import type { QualityEmbedder } from './parts.js';
import { proposalLines, reportLines } from './report.js';

const directionOf = (text: string) => {
  if (/tea|beverage/.test(text)) return Float32Array.of(1, 0);
  return /car|vehicle/.test(text) ? Float32Array.of(0, 1) : null;
};

const embedder: QualityEmbedder = {
  id: 'drinks-and-cars',
  calibration: { lo: 0, hi: 1, alpha: 0.5, scale: { doubtful: 0.2, clear: 0.6 } },
  embedMemories: async (memories) => memories.map(({ content }) => directionOf(content)),
  embedQuestions: async (texts) => texts.map(directionOf),
};

const said = { speaker: 'Ann', session: 'monday', occurredAt: new Date(0) };
const fillers = Array.from({ length: 40 }, (_, index) => ({
  ...said,
  id: `f${index}`,
  text: `filler ${index}`,
  context: null,
}));

const conversation = (id: string): Conversation => ({
  id,
  memories: [
    ...fillers,
    { ...said, id: 'tea', text: 'Maria likes tea', context: null },
    { ...said, id: 'car', text: 'Bob sold his car', context: 'Maria likes tea' },
    { ...said, id: 'answer', text: 'Yesterday', context: 'When did the concert begin?' },
  ],
  questions: [
    { text: 'Which beverage?', category: 4, evidence: new Set(['tea']) },
    { text: 'Bob sold what?', category: 4, evidence: new Set(['car']) },
    { text: 'concert', category: 2, evidence: new Set(['answer']) },
  ],
});

describe('the measure of quality', () => {
  it('shows what each part of the formula finds', async () => {
    const report = await measureQuality(embedder, [conversation('a'), conversation('b')]);
    const recall = Object.fromEntries(report.methods.map(({ name, overall }) => [name, overall.recall5]));
    expect(report).toMatchObject({ embedder: 'drinks-and-cars', memories: 86, questions: 6 });
    expect(recall.formula).toBeCloseTo(1);
    expect(recall['words, two fields']).toBeCloseTo(2 / 3);
    expect(recall['words, own field']).toBeCloseTo(1 / 3);
    expect(recall.meaning).toBeCloseTo(1 / 3);
    expect(report.gain.mean).toBeCloseTo(1 / 3);
    expect(report.methods[0]?.byCategory.map(({ category, questions }) => [category, questions])).toEqual([
      [2, 2],
      [4, 4],
    ]);
    expect(reportLines(report).join('\n')).toContain('temporal (2)');
  });

  it('proposes constants for a model', async () => {
    const proposal = await calibrate(embedder, [conversation('a'), conversation('b')]);
    expect(proposal.lo).toBeLessThan(proposal.hi);
    expect(proposal.hi).toBe(1);
    expect(proposal.byAlpha[0]).toMatchObject({ alpha: 0 });
    expect(proposalLines(proposal)[0]).toContain('hi 1.00');
    await expect(calibrate(embedder, [conversation('a')])).rejects.toThrow('at least two');
  });
});

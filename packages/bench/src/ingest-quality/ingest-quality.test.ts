import { describe, expect, it } from 'vitest';
import { holds, overlaps, readReportTexts, sourceTextOf } from '../reading/labelled-texts.js';
import { type Case, groupsOf, isRight, mostSaid, type Said, tallyOf } from './cases.js';
import { measures, wilson } from './intervals.js';
import { isNear, nearestOf } from './nearest.js';
import { judgeStatements, type Part } from './readers.js';
import { saidOfFact, saidOfNoise } from './texts.js';

const caseOf = (wanted: Case['wanted'], said: Said, kind = 'event'): Case => ({
  ...{ part: 'sentences', text: '', source: 'chat', kind, language: 'en', wanted },
  said: { none: said, model: 'noise', everything: 'semantic' },
});

const partOf = (content: string, start: number, said: Said = 'semantic'): Part => ({
  ...{ content, heading: null, speaker: null, start, end: start + content.length, said },
});

describe('counting', () => {
  const cases = [
    caseOf('semantic', 'semantic'),
    caseOf('semantic', 'episodic'),
    caseOf('episodic', 'review'),
    caseOf('noise', 'short_term', 'thanks'),
    caseOf('noise', 'review', 'thanks'),
    caseOf('noise', 'noise', 'thanks'),
  ];

  it('takes what waits for a person for not kept, be it a fact or noise', () => {
    const counts = { facts: 3, factsKept: 2, tiersRight: 1, noise: 3, noiseKept: 1 };
    expect(tallyOf(cases, 'none')).toEqual(counts);
    expect(cases.map((one) => isRight(one, 'none'))).toEqual([true, false, false, false, true, true]);
  });

  it('is by reader', () => {
    expect(tallyOf(cases, 'model')).toMatchObject({ factsKept: 0, noiseKept: 0 });
    expect(tallyOf(cases, 'everything')).toMatchObject({ factsKept: 3, tiersRight: 2, noiseKept: 3 });
  });

  it('is of what a language model read, where one did', () => {
    const [first, ...others] = cases;
    const read = first ? [{ ...first, said: { ...first.said, llm: 'semantic' as const } }, ...others] : [];
    expect(tallyOf(read, 'llm')).toEqual({ facts: 1, factsKept: 1, tiersRight: 1, noise: 0, noiseKept: 0 });
    expect(tallyOf(read, 'none').facts).toBe(3);
  });

  it('judges a text by what a language model says of it too, and leaves out what that did not read', async () => {
    const text = { text: 'I live in Oslo.', source: 'note' as const };
    const extraction = { content: text.text, start: 0, end: 15, memoryType: 'semantic' as const, instructs: false };
    const told = { ...{ importance: 1, confidence: 1, tags: [], sourceSpan: text.text, rationale: '', context: null } };
    const by = { extractor: 'llm', prompt: '1' };
    const judge = { id: 'judge', judge: async () => [] };
    const llm = async () => ({ extractions: [{ ...told, ...extraction }], warnings: [], by, leftOut: 0, verdicts: [] });
    const failing = async () => ({ ...(await llm()), warnings: [{ code: 'llm_unavailable', message: '' }] });
    expect((await judgeStatements([], text, { judge, llm })).llm).toMatchObject([{ said: 'semantic', start: 0 }]);
    expect((await judgeStatements([], text, { judge, llm: failing })).llm).toBeUndefined();
    expect((await judgeStatements([], text, { judge, llm: null })).llm).toBeUndefined();
  });

  it('groups in the order of names', () => {
    const groups = groupsOf([...cases].reverse(), ({ kind }) => kind);
    expect(groups.map(([name, group]) => [name, group.length])).toEqual([
      ['event', 3],
      ['thanks', 3],
    ]);
  });

  it('gives shares of what they are shares of', () => {
    const tally = tallyOf(cases, 'none');
    const all = Object.fromEntries(Object.entries(measures).map(([name, sharesOf]) => [name, sharesOf(tally)]));
    expect(all).toEqual({
      ...{ 'recall of facts': [2, 3], 'precision of facts': [2, 3], 'noise kept': [1, 3], 'tier right': [1, 2] },
    });
  });
});

describe('intervals', () => {
  it('are those of Wilson', () => {
    const { share, low, high } = wilson(8, 10) ?? { share: 0, low: 0, high: 0 };
    expect([share, low, high].map((value) => value.toFixed(4))).toEqual(['0.8000', '0.4902', '0.9433']);
  });

  it('end at nothing and all, and are none of none', () => {
    expect(wilson(0, 5)).toMatchObject({ share: 0, low: 0 });
    expect(wilson(5, 5)).toMatchObject({ share: 1, high: 1 });
    expect(wilson(0, 0)).toBeNull();
  });
});

describe('whole texts', () => {
  const text = 'Hello all! Rosa moved to Lima. Bye for now.';
  const rosa = { quote: 'Rosa moved to Lima', needles: ['rosa', 'Lima'], tier: 'episodic' as const };

  it('keep a fact where one part holds all of its needles', () => {
    expect(holds(partOf('Rosa moved to Lima.', 11), rosa)).toBe(true);
    expect(holds({ ...partOf('moved to Lima.', 11), speaker: 'Rosa' }, rosa)).toBe(true);
    expect(holds(partOf('Rosa moved.', 11), rosa)).toBe(false);
  });

  it('find noise where half of the shorter lies in the other', () => {
    expect(overlaps(partOf('Hello all!', 0), 'Hello', text)).toBe(true);
    expect(overlaps(partOf('Hello all!', 0), 'all! Rosa moved', text)).toBe(false);
    expect(overlaps(partOf('Rosa moved to Lima.', 11), 'Hello all!', text)).toBe(false);
    expect(overlaps(partOf('Said: "Ahoy"', 0), 'ahoy', text)).toBe(true);
  });

  it('give a fact its tier where one of several parts has it', () => {
    const parts = [partOf('Rosa lives in Lima.', 11), partOf('Rosa moved to Lima.', 11, 'episodic')];
    expect(saidOfFact(parts, rosa)).toBe('episodic');
    expect(saidOfFact(parts.slice(0, 1), rosa)).toBe('semantic');
    expect(saidOfFact([partOf('Bye for now.', 31)], rosa)).toBe('noise');
  });

  it('hold it against nobody that noise stands beside a fact', () => {
    const together = partOf('Hello all! Rosa moved to Lima.', 0);
    expect(saidOfNoise([together], 'Hello all!', text, [rosa])).toBe('noise');
    expect(saidOfNoise([partOf('Hello all!', 0)], 'Hello all!', text, [rosa])).toBe('semantic');
  });

  it('say what is stored before what is looked at', () => {
    expect(mostSaid([{ said: 'noise' }, { said: 'review' }, { said: 'episodic' }])).toBe('episodic');
    expect(mostSaid([{ said: 'noise' }, { said: 'review' }])).toBe('review');
    expect(mostSaid([])).toBe('noise');
  });

  it('have the places of messages', () => {
    const messages = [
      { role: 'user' as const, name: 'Rosa', content: 'Hello' },
      { role: 'assistant' as const, content: 'Hi Rosa' },
    ];
    const { text: all, turns = [] } = sourceTextOf({ kind: 'jsonl_roles', input: { messages } });
    expect(turns.map(({ start, end }) => all.slice(start, end))).toEqual(['Hello', 'Hi Rosa']);
    expect(turns.map(({ name }) => name)).toEqual(['Rosa', null]);
  });

  it('are none that a system prompt tells', () => {
    expect(readReportTexts().filter(({ kind }) => kind === 'system_prompt')).toEqual([]);
  });
});

describe('the nearest training line', () => {
  const training = ['The ferry to Kos leaves at nine.', 'Our ferry is called Thalassa.', 'Thanks!'];

  it('is the one with most of the content words', () => {
    const [near] = nearestOf(['The ferry Thalassa leaves on Monday.'], training);
    expect(near).toMatchObject({ line: training[0], words: 4, share: 0.5 });
    expect(isNear({ share: 0.5 })).toBe(true);
  });

  it('is none where nothing is shared, and numbers are nothing', () => {
    expect(nearestOf(['42 goats'], ['42 sheep'])).toMatchObject([{ line: '', words: 1, share: 0 }]);
    expect(nearestOf(['…'], training)).toMatchObject([{ words: 0, share: 0 }]);
  });
});

import { nothingRead, type TextReading } from '@hippocamp/shared/language/reading';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Extraction } from '../../ports/extractor.js';
import type { IndexLists } from '../../ports/vector-index.js';
import { tenantNamed } from '../../testing/builders.js';
import { contentHash } from '../facts/facts.js';
import {
  type BesideDependencies,
  type CandidateText,
  comparablesOf,
  inOneVoice,
  knownBeside,
  mayOppose,
  readCandidates,
  repeatsWords,
  statementTexts,
} from './candidates.js';

const tenant = tenantNamed('acme');
const owner = { tenant, ownerEntityId: 'an owner' };
const six = ['6', '5', '4', '3', '2', '1'];

const looking = (latest: string[], over: Partial<BesideDependencies> = {}) => {
  const asked: unknown[] = [];
  const dependencies = {
    embedder: { embed: async (texts: readonly string[]) => texts.map((text) => (text ? new Float32Array([1]) : null)) },
    index: {
      lists: async (_tenant: unknown, _question: unknown, filter: unknown, most: number) => {
        asked.push({ filter, most });
        return { dense: [{ id: 'near', version: 1, value: 0.8 }] } as unknown as IndexLists;
      },
    },
    repositories: { memories: { matching: async () => latest } },
    ...over,
  } as unknown as BesideDependencies;
  return { asked, found: (contents: string[]) => knownBeside(owner, contents, dependencies) };
};

describe('what is known beside candidates', () => {
  it('finds what is nearest in meaning among what the owner holds, and what was told last', async () => {
    const { asked, found } = looking(six);
    expect(await found(['Tea.', ''])).toEqual({ meant: [['near'], []], latest: six });
    expect(asked).toEqual([{ filter: { ownerEntityId: 'an owner', includeSuperseded: false }, most: 6 }]);
  });

  it('asks no model where the latest are all that there is', async () => {
    const { asked, found } = looking(['1']);
    expect(await found(['Tea.'])).toEqual({ meant: [], latest: ['1'] });
    expect(asked).toEqual([]);
  });

  it('does without where the model or the index cannot be asked', async () => {
    const fails = async () => Promise.reject(new Error('away'));
    const [model, index] = [looking(six, { embedder: { embed: fails } }), looking(six, { index: { lists: fails } })];
    expect(await model.found(['Tea.'])).toEqual({ meant: [], latest: six });
    expect(await index.found(['Tea.'])).toEqual({ meant: [], latest: six });
  });

  it('waits for neither without end', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { found } = looking(six, { embedder: { embed: () => new Promise(() => undefined) } });
    const looked = found(['Tea.']);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await looked).toEqual({ meant: [], latest: six });
  });

  it('asks an index that is late for nothing more', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const asked: unknown[] = [];
    const lists = async () => {
      asked.push('lists');
      await new Promise((answer) => setTimeout(answer, 1500));
      return { dense: [] } as unknown as IndexLists;
    };
    const looked = looking(six, { index: { lists } }).found(['Tea.', 'Milk.', 'Water.', 'Juice.']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await looked).toEqual({ meant: [], latest: six });
    expect(asked).toHaveLength(2);
  });
});

const voices = { owner: { speaker: null }, mara: { speaker: 'Mara' }, assistant: { speaker: 'assistant' } };
type Name = keyof typeof voices;

describe('what a candidate may do to what is known', () => {
  it.each<[Name, Name, { oneVoice: boolean; repeats: boolean; opposes: boolean }]>([
    ['owner', 'owner', { oneVoice: true, repeats: true, opposes: true }],
    ['owner', 'mara', { oneVoice: true, repeats: true, opposes: true }],
    ['mara', 'owner', { oneVoice: true, repeats: true, opposes: true }],
    ['owner', 'assistant', { oneVoice: false, repeats: false, opposes: false }],
    ['mara', 'assistant', { oneVoice: false, repeats: false, opposes: false }],
    ['assistant', 'owner', { oneVoice: false, repeats: true, opposes: false }],
    ['assistant', 'assistant', { oneVoice: true, repeats: true, opposes: false }],
  ])('of %s to %s', (first, second, expected) => {
    const [candidate, known] = [voices[first], voices[second]];
    expect({
      oneVoice: inOneVoice(candidate, known),
      repeats: repeatsWords(candidate, known),
      opposes: mayOppose(candidate, known),
    }).toEqual(expected);
  });
});

const content = 'Mara: I live in Oslo. I work at Acme.';
const places = [
  { start: 0, end: 21 },
  { start: 22, end: 37 },
];
const reading: TextReading = {
  ...nothingRead,
  words: ['all', 'of', 'it'],
  statements: places.map((place, at) => ({ ...place, stems: [], words: [`w${at}`] })),
};

const candidateText = (over: Partial<CandidateText> = {}): CandidateText => ({
  ...{ content, own: null, amends: null, hash: contentHash(content), speaker: 'Mara', self: 'self:mara' },
  ...over,
});

describe('the statements of a text', () => {
  it('are the words that vectors are made of; all of a text where it is one', () => {
    expect(statementTexts(content, reading)).toEqual(['Mara: I live in Oslo.', 'I work at Acme.']);
    expect(statementTexts(content, nothingRead)).toEqual([content]);
  });

  it('are compared one by one, without the name before them, each with its own words and vector', () => {
    const vectors = [Float32Array.of(1), Float32Array.of(2)];
    const who = { own: null, amends: null, textHash: contentHash(content), speaker: 'Mara', self: 'self:mara' };
    const [first, second] = [
      { content: 'I live in Oslo.', hash: contentHash('Mara: I live in Oslo.'), words: ['w0'] },
      { content: 'I work at Acme.', hash: contentHash('I work at Acme.'), words: ['w1'] },
    ];
    expect(comparablesOf(candidateText(), reading, vectors)).toEqual([
      { ...first, ...who, vector: vectors[0], part: places[0] },
      { ...second, ...who, vector: vectors[1], part: places[1] },
    ]);
  });

  it('have no vector where the model gave none', () => {
    expect(comparablesOf(candidateText(), reading, [null]).map(({ vector }) => vector)).toEqual([null, null]);
  });

  it('are the whole text where it has no parts', () => {
    const whole = 'Mara: I sail.';
    const given = candidateText({ content: whole, hash: contentHash(whole) });
    expect(comparablesOf(given, nothingRead, [])).toMatchObject([
      { content: 'I sail.', part: null, hash: contentHash(whole), vector: null },
    ]);
  });

  it('are the whole text where it is kept with words of what was said before', () => {
    const own = 'I work at Acme.';
    const vector = Float32Array.of(1);
    expect(comparablesOf(candidateText({ own }), reading, [vector, null])).toMatchObject([
      { content: 'I live in Oslo. I work at Acme.', own, words: ['all', 'of', 'it'], vector, part: null },
    ]);
  });
});

describe('the marks of a candidate', () => {
  const asked = 'Asked "Will you obey?": Lisbon.';
  const marked = async (over: Partial<Extraction>, instructs = true) => {
    const one: Extraction = {
      ...{ content: asked, memoryType: 'semantic', importance: 0.5, confidence: 0.9, tags: [], rationale: '' },
      ...{ sourceSpan: 'Lisbon.', start: 0, end: 7, context: null },
      ...over,
    };
    const { candidates } = await readCandidates({ ...owner, actorId: undefined, artifactId: null }, [one], {
      ...{ embedder: { embed: async () => [null] }, index: { lists: async () => ({}) } },
      repositories: { memories: { matching: async () => [] } },
      facts: { version: 'words', read: async () => [{ ...nothingRead, marks: instructs ? ['instructs'] : [] }] },
      vocabulary: { of: async () => ({ memories: 0, frequencies: new Map() }) },
    } as unknown as Parameters<typeof readCandidates>[2]);
    const { marks, isJudged } = candidates[0]?.kept ?? {};
    return { marks, isJudged };
  };

  it('are those of a judge where it overrules the wording of all that is kept', async () => {
    expect(await marked({ isJudged: true, overrules: true })).toEqual({ marks: [], isJudged: true });
    expect(await marked({ isJudged: true }, false)).toEqual({ marks: [], isJudged: true });
  });

  it('are those of the wording, until it is judged, where other words beside its own make it an order', async () => {
    expect(await marked({ isJudged: true })).toEqual({ marks: ['instructs'], isJudged: undefined });
    expect(await marked({ isJudged: false })).toEqual({ marks: ['instructs'], isJudged: undefined });
  });
});

import type { Judgement, Kept } from '@hippocamp/shared/language/judgement';
import type { Statement } from '@hippocamp/shared/language/statement';
import { describe, expect, it } from 'vitest';
import { tenantNamed } from '../../testing/builders.js';
import { createLocalExtractor, type ExtractDependencies } from './extract.js';

const tenant = tenantNamed('acme');
const text = 'Mara sails. It rains.';
const statement = (content: string): Statement => ({
  ...{ content, words: content, spoken: content, start: text.indexOf(content) },
  ...{ end: text.indexOf(content) + content.length, source: 'note', kind: 'prose', heading: null, speaker: null },
  ...{
    role: null,
    question: null,
    context: null,
    instructs: false,
    borrowed: false,
    told: content,
    follows: null,
    language: null,
    vain: false,
    after: null,
    turn: null,
    block: null,
  },
});
const statements = [statement('Mara sails.'), statement('It rains.')];
const kept: Kept = {
  ...{
    keep: true,
    tier: 'semantic',
    importance: 0.5,
    confidence: 0.9,
    tags: [],
    rationale: 'test',
    by: 'test',
    instructs: false,
    joined: null,
  },
};
const leftOut: Judgement = { keep: false, rationale: 'test' };

/** What is kept where the statements are judged so, and the vectors that the judge was given. */
const extracted = async (
  judgements: Judgement[],
  embedStatements: ExtractDependencies['embedStatements'] = null,
  segmented = statements,
  keepsAssistant = true,
) => {
  const seen: unknown[] = [];
  const language: ExtractDependencies['language'] = {
    versions: { extractor: 'test', prompt: 'none', reading: 'test' },
    segment: async () => segmented,
    judge: async (_tenant, _statements, vectors) => {
      seen.push(vectors);
      return judgements;
    },
  };
  const local = createLocalExtractor({ language, embedStatements, keepsAssistant });
  const { extractions: found, by } = await local.extract(tenant, { text, source: 'note' }, async () => []);
  expect(by).toEqual({ extractor: 'test', prompt: 'none' });
  return { found, seen };
};

describe('extracting', () => {
  it('keeps what is judged to be kept, in its place', async () => {
    const { found } = await extracted([leftOut, kept]);
    expect(found).toMatchObject([{ content: 'It rains.', sourceSpan: 'It rains.', memoryType: 'semantic' }]);
  });

  it('leaves out what the assistant told where that is not wanted', async () => {
    const [first, second] = statements;
    if (!first || !second) throw new Error('two statements');
    const talk = [first, { ...second, speaker: 'assistant' }];
    const contents = async (keepsAssistant: boolean) =>
      (await extracted([kept, kept], null, talk, keepsAssistant)).found.map(({ content }) => content);
    expect(await contents(true)).toEqual(['Mara sails.', 'It rains.']);
    expect(await contents(false)).toEqual(['Mara sails.']);
  });

  it('keeps as one what is joined', async () => {
    const joined = { ...statement(text), follows: null };
    const { found } = await extracted([leftOut, { ...kept, joined }]);
    expect(found).toMatchObject([{ content: text, sourceSpan: text, start: 0, end: text.length }]);
  });

  it('gives the judge the vectors of what the statements are told as, where there is a model that answers', async () => {
    expect((await extracted([kept, kept])).seen).toEqual([undefined]);
    const embed = async (_tenant: unknown, told: readonly string[]) =>
      told.map(({ length }) => new Float32Array([length]));
    const { seen } = await extracted([kept, kept], embed);
    expect(seen).toEqual([[new Float32Array([11]), new Float32Array([9])]]);
    const away = await extracted([kept, kept], () => Promise.reject(new Error('away')));
    expect(away.seen).toEqual([undefined]);
    expect(away.found).toHaveLength(2);
  });

  it('asks for no vector of what nobody wants', async () => {
    const told: string[] = [];
    const embed = async (_tenant: unknown, asked: readonly string[]) => {
      told.push(...asked);
      return asked.map(({ length }) => new Float32Array([length]));
    };
    const [first, second] = statements;
    if (!first || !second) throw new Error('two statements');
    const { seen } = await extracted([leftOut, kept], embed, [{ ...first, vain: true }, second]);
    expect(told).toEqual(['It rains.']);
    expect(seen).toEqual([[null, new Float32Array([9])]]);
  });
});

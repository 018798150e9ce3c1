import { neutral, type Stance } from '@hippocamp/shared/language/claim';
import { describe, expect, it } from 'vitest';
import type { ModelStance, ReadMemory, ShownMemory } from '../../ports/claim-reader.js';
import { UnreadableText } from '../../ports/language.js';
import { ModelFailure } from '../../ports/model-failure.js';
import { tenantNamed } from '../../testing/builders.js';
import { budgetInMemory } from '../../testing/model-budget.js';
import { createLlmClaimReader } from './llm-claim-reader.js';

const tenant = tenantNamed('acme');
const nothing = neutral;

type Answer = ModelStance[] | Error;

const mara = { names: ['mara lund', 'mara'] };

const leaning = (sentence: string): Stance => {
  if (sentence.includes('never')) return { stance: 'refutes', score: 0.9, reason: 'value_mismatch' };
  return sentence.includes('sail') ? { stance: 'supports', score: 0.9, reason: 'direct_entailment' } : neutral;
};

const reading = (answer: Answer, calls = 9) => {
  const asked: { claim: string; memories: ShownMemory[] }[] = [];
  const warned: unknown[] = [];
  const reader = createLlmClaimReader({
    model: {
      async stances(claim, memories) {
        asked.push({ claim, memories: [...memories] });
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    leans: {
      method: 'model',
      leastRelevance: 0,
      read: async (_tenant, _claim, [{ text } = { text: '' }]) => [leaning(text)],
    },
    grounded: async (_tenant, tellings) => tellings.map(({ said: [here] }) => leaning(here).stance === 'supports'),
    language: {
      sentencesOf: async (_tenant, texts) => texts.map((text) => text.match(/[^.]+\.?/g) ?? []),
      redact: async (_tenant, text) => {
        const clean = text.replaceAll(/secret|TOKEN/g, '[removed]');
        return { text: clean, removed: clean === text ? [] : [{ kind: 'password', count: 1 }] };
      },
    },
    budget: budgetInMemory(calls),
    steers: async (_tenant, texts) => texts.map((text) => text.startsWith('Ignore')),
    log: { info: () => undefined, warn: (...line) => void warned.push(line), error: () => undefined },
  });
  const read = (texts: string[], claim = 'Mara sails.', of: Pick<ReadMemory, 'names' | 'namesStayHere'> = mara) =>
    reader.read(
      tenant,
      claim,
      texts.map((text) => ({ text, staysHere: text.startsWith('At home'), ...of })),
    );
  return { read, asked, warned };
};

const said = (memory: number, given: Partial<ModelStance> = {}): ModelStance => ({
  ...{ memory, stance: 'supports', confidence: 0.95, words: 'I sail', ...given },
});
const supports = { stance: 'supports', score: 0.9, reason: 'direct_entailment' };

describe('a claim that a model reads', () => {
  it('is what it is sure of and quotes, and never more than likely', async () => {
    const answer = [said(0), said(1, { stance: 'refutes', confidence: 0.85, words: 'never sail' })];
    const { read, asked } = reading(answer);
    const found = await read(['I sail a lot.', 'I never sail.', 'I row.']);
    expect(found).toEqual([supports, { stance: 'refutes', score: 0.85, reason: 'value_mismatch' }, nothing]);
    expect(asked[0]?.memories[0]).toEqual({ text: 'I sail a lot.', speaker: 'mara lund' });
  });

  it.each([
    ['it is not sure', [said(0, { confidence: 0.79 })]],
    ['its words do not stand there', [said(0, { words: 'Mara sails' })]],
    ['it quotes nothing', [said(0, { words: ' ' })]],
    ['it quotes a part of a word', [said(0, { words: 'sai' })]],
    ['the sentence that it quotes says something else', [said(0, { words: 'a boat' })]],
    ['the sentence that it quotes says the opposite', [said(0, { stance: 'refutes' })]],
    ['it says both', [said(0), said(0, { stance: 'refutes' })]],
    ['it speaks of another', [said(7)]],
    ['it says nothing', []],
  ])('is neutral where %s', async (_where, answer) => {
    expect(await reading(answer).read(['I sail a lot. I own a boat.'])).toEqual([nothing]);
  });

  it('is read without memories that steer, and without secrets', async () => {
    const { read, asked } = reading([said(0), said(1)]);
    const found = await read(['Ignore it. I sail.', 'I sail, secret.', 'I sail.'], 'My secret: Mara sails.');
    expect(asked).toMatchObject([
      { claim: 'My [removed]: Mara sails.', memories: [{ text: 'I sail, [removed].' }, { text: 'I sail.' }] },
    ]);
    expect(found).toEqual([nothing, supports, supports]);
  });

  it.each([
    ['is a secret', { names: ['secret'] }],
    ['is one in capitals', { names: ['token'] }],
    ['steers', { names: ['Ignore all of it'] }],
    ['only memories give that stay here', { ...mara, namesStayHere: true }],
    ['nobody knows', { names: [] }],
  ])('is read without a name that %s', async (_what, of) => {
    const { read, asked } = reading([said(0)]);
    expect(await read(['I sail.'], 'Mara sails.', of)).toEqual([supports]);
    expect(asked[0]?.memories).toEqual([{ text: 'I sail.', speaker: null }]);
  });

  it('is not sent beside memories that all steer or stay here, nor where it is long', async () => {
    const { read, asked } = reading([said(0)]);
    expect(await read(['Ignore it. I sail.', 'At home I sail.'])).toBeNull();
    expect(await read(['I sail.'], 'x'.repeat(3000))).toBeNull();
    expect(asked).toEqual([]);
  });

  it('is read by nobody where the calls of the day are used up', async () => {
    const { read, asked } = reading([said(0)], 1);
    expect(await read(['I sail.'])).toEqual([supports]);
    expect(await read(['I sail.'])).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it.each([
    new ModelFailure('a test', 'unavailable'),
    new ModelFailure('a test', 'refused'),
    new UnreadableText('a test'),
  ])('is read by nobody after $name, with a line that quotes nothing', async (error) => {
    const { read, warned } = reading(error);
    expect(await read(['I sail.'])).toBeNull();
    expect(warned).toHaveLength(1);
    expect(JSON.stringify(warned)).not.toMatch(/sail/);
  });

  it('is read by nobody while the model rests, without a line for each claim', async () => {
    const { read, warned } = reading(new ModelFailure('a test', 'unavailable', false));
    expect(await read(['I sail.'])).toBeNull();
    expect(warned).toEqual([]);
  });

  it('fails where anything else does', async () => {
    await expect(reading(new TypeError('a test')).read(['I sail.'])).rejects.toThrow('a test');
  });
});

import { readAnswer } from '@hippocamp/adapters/llm/answer';
import { createLocalModel, type LocalModel } from '@hippocamp/adapters/local-model/embedder';
import { createLlmExtractor } from '@hippocamp/core/modules/ingest/llm-extraction/llm-extractor';
import { createDistiller } from '@hippocamp/core/modules/lifecycle/distiller';
import { createGrounding } from '@hippocamp/core/modules/model/grounding';
import { createLlmClaimReader } from '@hippocamp/core/modules/validate/llm-claim-reader';
import { createOddsClaimReader, LEANS, SCORE } from '@hippocamp/core/modules/validate/odds-claim-reader';
import type { ClaimReader } from '@hippocamp/core/ports/claim-reader';
import { newMemory, quietLog, recordOf, tenantNamed } from '@hippocamp/core/testing/builders';
import { budgetInMemory } from '@hippocamp/core/testing/model-budget';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClaimOdds, createJudge } from './shared-model.js';
import { falseClaims, injections, inventions } from './testing/untrue-statements.js';
import { languageByRules as language } from './text/text-ports.js';

/** Whatever a language model says beside the shipped models, nothing untrue is kept and nothing true is lost. */

const tenant = tenantNamed('acme');
let model: LocalModel;
let reads: ClaimReader;
let leans: ClaimReader;

beforeAll(async () => {
  model = await createLocalModel({ threads: 1 });
  const odds = createClaimOdds({ open: async () => model }, quietLog);
  reads = createOddsClaimReader({ language, model: odds });
  leans = createOddsClaimReader({ language, model: odds, sure: LEANS });
});
afterAll(() => model.close());

const common = () => ({ language, judge: createJudge({ open: async () => model }, quietLog), keepsAssistant: true });

const addedTo = async (text: string, statements: readonly unknown[]) => {
  const answer = JSON.stringify({ statements });
  const reader = createLlmExtractor({
    ...{ ...common(), reads, budget: budgetInMemory(1), log: quietLog },
    size: { tokens: 1500, count: async (part) => Math.ceil(part.length / 4) },
    model: { versions: { extractor: 'llm:test', prompt: 'test' }, read: async () => readAnswer(answer) },
  });
  return reader.extract(tenant, { text, source: 'chat' }, async () => []);
};

const rated = { tier: 'semantic', importance: 1, confidence: 1, tags: [] };

describe('what the text does not say', () => {
  it('is not added', async () => {
    const stored: string[] = [];
    for (const [kind, text, content, span = text] of inventions) {
      const { extractions, warnings } = await addedTo(text, [{ content, span, ...rated }]);
      if (extractions.length > 0) stored.push(kind);
      expect(
        warnings.map(({ code }) => code),
        kind,
      ).toEqual(['llm_answer_refused']);
    }
    expect(stored).toEqual([]);
  });

  it('is not kept where a part of the text asks for it', async () => {
    const stored: string[] = [];
    for (const [text, content] of injections)
      for (const span of ['I like tea.', text.slice(text.indexOf('.') + 1).trim()]) {
        const { extractions } = await addedTo(text, [{ content, span, ...rated }]);
        if (extractions.some((one) => one.content === content && !one.instructs)) stored.push(`${text} | ${span}`);
      }
    expect(stored).toEqual([]);
  });
});

describe('a claim', () => {
  it('is supported by no scrap of a memory that does not say it', async () => {
    const common = {
      language,
      leans,
      grounded: createGrounding({ language, reads: leans, sure: SCORE }),
      log: quietLog,
    };
    const supported: string[] = [];
    for (const [claim, memory, words] of falseClaims) {
      const reader = createLlmClaimReader({
        ...{ ...common, budget: budgetInMemory(1), steers: async () => [false] },
        model: { stances: async () => [{ memory: 0, stance: 'supports', confidence: 0.97, words }] },
      });
      const [stance] = (await reader.read(tenant, claim, [{ text: memory, names: [] }])) ?? [];
      if (stance?.stance !== 'neutral') supported.push(claim);
    }
    expect(supported).toEqual([]);
  });
});

describe('what is distilled', () => {
  it.each([
    ['I sail on Sundays.', true],
    ['I sail on Sundays and sailed to the island alone.', true],
    ['I never sail on Sundays.', false],
    ['I sail on Mondays.', false],
    ['I hate sailing on Sundays.', false],
  ])('is told where its sources say so: %s', async (content, isTold) => {
    const distil = createDistiller({
      ...{
        language,
        budget: budgetInMemory(1),
        log: quietLog,
        steers: async (_tenant, texts) => texts.map(() => false),
      },
      grounded: createGrounding({ language, reads: leans, sure: SCORE }),
      model: { version: 'test', distil: async () => [{ content, sources: [0, 1] }] },
    });
    const sources = ['I sail on Sundays.', 'I sailed to the island on Sunday, alone.'].map((text, place) =>
      recordOf(newMemory(`${place}`, { content: text })),
    );
    expect((await distil(tenant, sources)) !== null).toBe(isTold);
  });
});

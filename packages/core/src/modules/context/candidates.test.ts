import { contextRequest } from '@hippocamp/shared/schemas/context';
import { QUERY_LENGTH } from '@hippocamp/shared/schemas/query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tenantNamed } from '../../testing/builders.js';
import { defaultPolicies as policies } from '../policies.js';
import { MOST_UNITS } from '../retrieval/read-within.js';
import type { Recall, RecallRequest } from '../retrieval/recall.js';
import { findCandidates, questionsOf } from './candidates.js';

const ask = (currentInput: string, given: object = {}) => questionsOf(contextRequest.parse({ currentInput, ...given }));
const pasted = 'The quarterly report shows growth in every region and the board is pleased. '.repeat(200);

describe('the questions of a context', () => {
  it('are the input, the goal and the topics, each once', () => {
    const strategy = { topics: ['cakes', 'tea?'] };
    expect(ask('tea?', { goal: 'cakes', strategy })).toEqual(['tea?', 'cakes']);
    expect(ask('tea?', { goal: ' ' })).toEqual(['tea?']);
  });

  it('hold what a long input asks at its end', () => {
    const [, ending, asked, ...more] = ask(`${pasted}Who is the contact at Norwind? Please be brief.`);
    expect(ending).toMatch(/Who is the contact at Norwind\? Please be brief\.$/);
    expect(asked).toBe('Who is the contact at Norwind?');
    expect(more).toEqual([]);
  });

  it('hold the end of a long input that asks nothing', () => {
    const [, ...rest] = ask(`${pasted}Draft the offer to Norwind.`);
    expect(rest).toEqual([expect.stringMatching(/^The quarterly .* Draft the offer to Norwind\.$/)]);
    expect(ask('ok '.repeat(300))).toHaveLength(2);
  });

  it('are never longer than a query may be, and at most two more for a long input', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 60 }), (part, times) => {
        const questions = ask(`${part.replaceAll('\0', '')}x`.repeat(times));
        expect(questions.length).toBeLessThanOrEqual(3);
        for (const question of questions) {
          expect([...question].length).toBeLessThanOrEqual(QUERY_LENGTH);
          expect(question.isWellFormed()).toBe(true);
          expect(question.trim()).not.toBe('');
        }
      }),
      { seed: 20_261_121, numRuns: 200 },
    );
  });
});

describe('the candidates of a context', () => {
  const requestsOf = async (given: object) => {
    const asked: RecallRequest[] = [];
    const recall: Recall = async (_tenant, request) => {
      asked.push(request);
      return { rankings: [], records: new Map(), cut: false, unreached: 0, unembedded: 0, milliseconds: {} };
    };
    const now = new Date('2026-04-01T00:00:00.000Z');
    const input = contextRequest.parse({ currentInput: 'tea?', ...given });
    await findCandidates(tenantNamed('acme'), input, { recall, policies, now });
    return asked.map(({ questions, k, units }) => ({ questions: questions.length, k, units }));
  };

  it('are three for each place that the answer has', async () => {
    expect(await requestsOf({})).toMatchObject([{ questions: 1, k: 60 }]);
    const topics = Array.from({ length: 8 }, (_, index) => `topic ${index}`);
    expect(await requestsOf({ goal: 'cakes', strategy: { topics } })).toMatchObject([{ questions: 10, k: 60 }]);
  });

  it('are fewer for each of many questions, and bounded over all of them', async () => {
    const perTierCaps = { semantic: 100, episodic: 100, short_term: 100 };
    const units = MOST_UNITS;
    expect(await requestsOf({ strategy: { perTierCaps } })).toEqual([{ questions: 1, k: 900, units }]);
    expect(await requestsOf({ goal: 'cakes', strategy: { perTierCaps } })).toEqual([{ questions: 2, k: 900, units }]);
    const topics = Array.from({ length: 8 }, (_, index) => `topic ${index}`);
    const strategy = { perTierCaps, topics };
    expect(await requestsOf({ goal: 'cakes', strategy })).toEqual([{ questions: 10, k: 180, units }]);
  });
});

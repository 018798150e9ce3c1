import { beforeAll, describe, expect, it } from 'vitest';
import { type JudgeText, loadJudge } from './thread.js';
import { verdictsIn } from './verdicts-in.js';

let judge: JudgeText;
beforeAll(async () => {
  judge = await loadJudge();
});

const said = (...texts: string[]) =>
  judge(texts.map((text, place) => ({ lead: place === 0 ? 'user:' : '', text, isJudged: true })));

describe('the judge', () => {
  it('says the same of the same, each statement by itself in its place', async () => {
    const [first, again] = [
      await said('hi there, good morning!', 'We lost a suitcase in Bergen on Monday.'),
      await said('hi there, good morning!', 'We lost a suitcase in Bergen on Monday.'),
    ];
    expect(first).toEqual(again);
    const [greeting, loss] = verdictsIn(first);
    expect(greeting?.keep).toBeLessThan(0.1);
    expect(loss?.keep).toBeGreaterThan(0.8);
    expect(loss?.tiers.episodic).toBeGreaterThan(0.7);
  });

  it('gives probabilities, whatever it is given', async () => {
    const odd = [
      '',
      ' ',
      '\u0000\uFFFF',
      '😀'.repeat(200),
      'x'.repeat(5000),
      '私は魚が食べられません',
      '</s><s> [SEP]',
    ];
    const verdicts = verdictsIn(await said(...odd));
    expect(verdicts).toHaveLength(odd.length);
    for (const { keep, tiers, whose, importance, asks, unmeant, steers, corrects } of verdicts) {
      for (const share of [keep, asks, unmeant, steers, corrects, ...Object.values(tiers), ...Object.values(whose)]) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }
      expect(tiers.semantic + tiers.episodic + tiers.short_term).toBeCloseTo(1, 5);
      expect(importance).toBeGreaterThanOrEqual(1);
      expect(importance).toBeLessThanOrEqual(3);
    }
  });

  it('takes what somebody tells of their health for a lasting fact that matters', async () => {
    const talks = [
      ['hi there!', 'I am allergic to hazelnuts.'],
      ['bonjour', 'Je suis allergique aux noix.'],
      ['hello', 'I am allergic to kiwi.'],
    ];
    for (const texts of talks) {
      const told = verdictsIn(await said(...texts))[1];
      expect(told?.keep).toBeGreaterThan(0.8);
      expect(told?.tiers.semantic).toBeGreaterThan(0.7);
      expect(told?.importance).toBeGreaterThan(2);
    }
  });

  it('reads a short answer with the question before it', async () => {
    const asked = { lead: 'assistant:', text: 'Are you allergic to anything?', isJudged: false };
    const [answer] = verdictsIn(await judge([asked, { lead: 'user:', text: 'peanuts', isJudged: true }]));
    expect(answer?.keep).toBeGreaterThan(0.5);
  });
});

import { expect, it } from 'vitest';
import { answerShare } from './answer-words.js';

it('the share of an answer counts its content words, in any case, once each', () => {
  expect(answerShare('The Red boat, the red boat', 'a boat')).toBe(0.5);
  expect(answerShare('7 May', 'on 7 may it was')).toBe(1);
  expect(answerShare('yes', 'yes')).toBeNull();
});

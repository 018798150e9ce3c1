import { expect, it } from 'vitest';
import { contextRequest } from '../schemas/context.js';
import { validateRequest } from '../schemas/validate.js';
import { recallOperations } from './recall.js';

it('a context holds the memories that it chooses from, not only those of its answer', () => {
  const { holds } = recallOperations.buildContext;
  const held = (strategy: object) => holds(contextRequest.parse({ currentInput: 'tea?', strategy }));
  expect(held({})).toBe(60);
  expect(held({ perTierCaps: { semantic: 100, episodic: 100, short_term: 100 } })).toBe(900);
  expect(held({ perTierCaps: { semantic: 0, episodic: 0, short_term: 0 } })).toBe(10);
});

it('a claim holds what it is compared with, however little it shows', () => {
  const { holds } = recallOperations.validateClaim;
  const held = (claim: string, k: number) => holds(validateRequest.parse({ claim, k }));
  expect(held('Mara likes tea.', 1)).toBe(20);
  expect(held('Mara likes tea.', 100)).toBe(100);
  expect(held('Mara likes tea. '.repeat(200), 1)).toBeGreaterThanOrEqual(120);
});

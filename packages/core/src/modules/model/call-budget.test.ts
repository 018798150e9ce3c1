import { expect, it } from 'vitest';
import { type ModelCall, ModelFailure } from '../../ports/model-failure.js';
import { tenantNamed } from '../../testing/builders.js';
import { budgetInMemory } from '../../testing/model-budget.js';

const tenant = tenantNamed('acme');

const taking =
  (tokens: number) =>
  async ({ spent }: ModelCall) => {
    spent(tokens);
    return 'told';
  };

it('counts calls and what they took, also of those that failed, and gives back what was never asked', async () => {
  const budget = budgetInMemory(3);
  expect(await budget.spend(tenant, taking(120))).toBe('told');
  const failing = (failure: Error, tokens: number) =>
    budget.spend(tenant, async ({ spent }) => {
      spent(tokens);
      throw failure;
    });
  await expect(failing(new ModelFailure('resting', 'unavailable', false), 0)).rejects.toThrow('resting');
  expect(await budget.used(tenant)).toEqual({ calls: 1, tokens: 120 });
  await expect(failing(new ModelFailure('no JSON', 'refused'), 30)).rejects.toThrow('no JSON');
  expect(await budget.used(tenant)).toEqual({ calls: 2, tokens: 150 });
  expect(await budget.spend(tenant, async () => 'told')).toBe('told');
  expect(await budget.spend(tenant, async () => 'told')).toBeNull();
  expect(await budget.used(tenantNamed('other'))).toEqual({ calls: 0, tokens: 0 });
});

it('asks no more once the tokens of a day are used up', async () => {
  const budget = budgetInMemory(9, undefined, 100);
  const ask = () => budget.spend(tenant, taking(60));
  expect([await ask(), await ask(), await ask()]).toEqual(['told', 'told', null]);
});

import { createTextThreads } from '@hippocamp/runtime/text/text-ports';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { afterAll, beforeAll, expect, it } from 'vitest';

let threads: Awaited<ReturnType<typeof createTextThreads>>;
beforeAll(async () => {
  threads = await createTextThreads({ threads: 1, deadline: 20_000, tokenizer: 'o200k_base' });
});
afterAll(() => threads.close());

it('tokens of tenants are counted by turns, so that long texts of one keep no context of another waiting', async () => {
  const order: string[] = [];
  const count = async (who: string, text: string) => {
    await threads.tokenizer.count(text, who as TenantId);
    order.push(who);
  };
  const many = Array.from({ length: 20 }, (_, at) => count('flood', `${at} kettles leak in the cellar. `.repeat(500)));
  await count('other', 'Does the kettle leak?');
  expect(order.length).toBeLessThanOrEqual(3);
  await Promise.all(many);
  expect(order).toHaveLength(21);
});

it('words and vectors are made by turns too', async () => {
  const order: string[] = [];
  const long = 'The kettle leaks in the cellar. '.repeat(1500);
  const noting = async (who: string, work: Promise<unknown>) => {
    await work;
    order.push(who);
  };
  const ask = (who: TenantId) => [
    noting(who, threads.lexicon.fields([{ content: long, context: null }], who)),
    noting(who, threads.lexicon.termIds([long], who)),
    noting(who, threads.embedder.embed([long], 'memory', who)),
  ];
  const many = Array.from({ length: 10 }, () => ask('flood' as TenantId)).flat();
  await Promise.all(ask('other' as TenantId));
  expect(order.length).toBeLessThanOrEqual(8);
  await Promise.all(many);
  expect(order).toHaveLength(33);
});

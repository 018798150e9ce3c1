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

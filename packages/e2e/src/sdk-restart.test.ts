/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { createHippocamp } from '@hippocamp/sdk';
import { expect, it } from 'vitest';
import { useOwnServices } from './own-service.js';
import { createRandom } from './random.js';
import { sentence } from './sentence.js';

const { start } = useOwnServices();

it('a restart of the service in the midst of writes loses nothing of the client, and stores nothing twice', async () => {
  const gateway = await start();
  const random = createRandom(18);
  const client = createHippocamp({
    baseUrl: gateway.url,
    tenant: `t-${randomUUID()}`,
    retries: 100,
    timeoutMs: 20_000,
  });
  const told = Array.from({ length: 60 }, (_, number) => sentence(number, random));
  let answered = 0;
  const write = async (content: string, number: number) => {
    if (number % 3 === 0) await client.ingestAndWait({ content, source: 'note' });
    else await client.memories.create({ tier: 'episodic', content });
    answered += 1;
    if (answered === 20) void gateway.kill('SIGKILL');
  };
  // Twenty at once: when the twentieth answer is seen, the last are not sent yet, however late it is seen.
  const writing = Promise.all(
    Array.from({ length: 20 }, async (_, sender) => {
      for (let number = 3 * sender; number < 3 * sender + 3; number += 1) await write(told[number] ?? '', number);
    }),
  );
  expect(await gateway.exited).toBe('SIGKILL');
  expect(answered).toBeLessThan(told.length);
  await start({ PORT: new URL(gateway.url).port });
  await writing;
  const kept: string[] = [];
  for await (const { content } of client.memories.iterate({ limit: 100 })) kept.push(content);
  expect(kept.sort()).toEqual([...told].sort());
});

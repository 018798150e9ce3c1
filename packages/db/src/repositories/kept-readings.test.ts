import { sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { expect, it } from 'vitest';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';
import { createMemoryRepository } from './memories.js';

const tenant = tenantNamed('acme');

/** Notes the text of each statement. */
const noting = () => {
  const sent: string[] = [];
  const note = async (query: TemplateStringsArray, ...values: unknown[]) => {
    sent.push(Prisma.sql(query, ...(values as Prisma.Sql[])).sql);
    return [];
  };
  return { database: { $queryRaw: note } as unknown as Database, sent };
};

it('readings are read a hundred at once, since each may take 30 KB', async () => {
  const { database, sent } = noting();
  const ids = sequentialIds();
  const given = Array.from({ length: 850 }, () => ids.next());
  await createMemoryRepository(database, tenant).readings(given);
  expect(sent).toHaveLength(9);
});

it('memories that are known beside a text are read without what was read of them, which is read apart', async () => {
  const { database, sent } = noting();
  await createMemoryRepository(database, tenant).knownBy(null, { hashes: ['one'] });
  expect(sent).toHaveLength(1);
  expect(sent.join()).not.toMatch(/\breading\b/);
});

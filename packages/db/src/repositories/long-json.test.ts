import { NOON, newIngest, tenantNamed } from '@hippocamp/core/testing/builders';
import { expect, it } from 'vitest';
import type { Database } from './database.js';
import { createIngestRepository } from './ingests.js';
import { updateMemory } from './memory-changes.js';

const tenant = tenantNamed('acme');

/** Notes the values of each statement. The client would go through a value that is no text several times. */
const noting = () => {
  const sent: unknown[] = [];
  const note = async (_query: TemplateStringsArray, ...values: unknown[]) => {
    const inner = values.flatMap((value) => (value instanceof Object && 'values' in value ? value.values : [value]));
    sent.push(...inner.flat());
    return [];
  };
  return { database: { $executeRaw: note, $queryRaw: note } as unknown as Database, sent };
};

const long = { list: Array.from({ length: 20_000 }, () => ({})) };
const longTexts = (sent: readonly unknown[]) => sent.filter((value) => value === JSON.stringify(long));
const objects = (sent: readonly unknown[]) =>
  sent.filter((value) => typeof value === 'object' && value !== null && !(value instanceof Date));

it('an ingest is inserted with its long JSON as text', async () => {
  const { database, sent } = noting();
  const whole = { result: long, candidates: [long], outcomes: [long] };
  await createIngestRepository(database, tenant).insert(newIngest('a trace', { state: 'done', ...whole }));
  expect(longTexts(sent)).toHaveLength(1);
  expect(sent.filter((value) => value === JSON.stringify([long]))).toHaveLength(2);
  expect(objects(sent)).toEqual([]);
});

it('a memory is changed with its long JSON as text', async () => {
  const { database, sent } = noting();
  await updateMemory(database, tenant, 'a memory', { metadata: long, provenance: long, tags: ['one'] }, NOON);
  expect(longTexts(sent)).toHaveLength(2);
  expect(objects(sent)).toEqual([]);
});

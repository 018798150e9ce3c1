import { expect, it } from 'vitest';
import type { HistoryEntry, MemoryRecord, TenantRepositories } from '../../ports/records.js';
import { NOON } from '../../testing/builders.js';
import { forgetQuoted } from './forget-words.js';

const told = 'Where is the key of the quartz boathouse?';

/** What is done for 120 changed memories whose first contents are as long as told, at least. */
async function stepsFor(length: number) {
  const steps: string[] = [];
  const ids = Array.from({ length: 120 }, (_, at) => `memory ${at}`);
  const memory = (id: string) =>
    ({
      id,
      content: 'Look below.',
      version: 2,
      provenance: { quotedUntil: 9 },
      speaker: null,
    }) as unknown as MemoryRecord;
  const nothing = async () => [];
  const repositories = {
    ingests: { forgetCandidates: nothing, answers: nothing, results: nothing },
    reviews: { tracing: nothing, getMany: nothing },
    idempotency: { forget: nothing },
    memories: { getMany: async (some: readonly string[]) => some.map(memory) },
    history: {
      async at(places: readonly Pick<HistoryEntry, 'memoryId' | 'version'>[]) {
        steps.push(`read ${places.length}`);
        return places.map((place) => ({ ...place, after: { content: 'It is below the bucket.'.padEnd(length) } }));
      },
    },
  } as unknown as TenantRepositories;
  function* texts() {
    steps.push('compare');
    yield told;
  }
  const later = { memories: [ids], ingests: [], quotedLengths: new Map<string, number>() };
  const earlier = { texts: { [Symbol.iterator]: texts }, least: 3 };
  expect(await forgetQuoted(repositories, later, earlier, NOON)).toEqual([]);
  return steps;
}

it('the first contents of many changed memories are held some at a time', async () => {
  expect(await stepsFor(50_000)).toEqual(['read 50', 'read 50', 'compare', 'read 20', 'compare']);
});

it('the deleted wordings are gone through once for as many memories as can be held', async () => {
  expect(await stepsFor(0)).toEqual(['read 50', 'read 50', 'read 20', 'compare']);
});

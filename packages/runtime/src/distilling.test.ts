import type { Caller } from '@hippocamp/core/modules/caller';
import type { ModelSentence } from '@hippocamp/core/ports/distil-model';
import { ModelFailure } from '@hippocamp/core/ports/model-failure';
import { NOON, newMemory } from '@hippocamp/core/testing/builders';
import { dumpTables } from '@hippocamp/db/engine/testing/dump-database';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AgeingHouse, openAgeingHouse } from './testing/ageing-house.js';

const DAY = 24 * 3_600_000;
const visits = [
  'Ann met Ben at the harbour museum.',
  'Ann saw a whale skeleton in the harbour museum.',
  'Ann drew 3 boats in the harbour museum.',
];
const METHOD = 'abstractive-1 llm:test distil-1';

let house: AgeingHouse;
let answers: (ModelSentence[] | Error)[] = [];
const asked: string[][] = [];
beforeAll(async () => {
  house = await openAgeingHouse({
    version: 'llm:test distil-1',
    async distil(texts) {
      asked.push([...texts]);
      const answer = answers.shift() ?? [];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
});
afterAll(() => house.close());
beforeEach(() => {
  answers = [];
  asked.length = 0;
});

const distilled = async (caller: Caller) => {
  const createdAt = new Date(NOON.getTime() - 8 * DAY);
  const rows = visits.map((content, place) => {
    const occurredAt = new Date(createdAt.getTime() + place);
    const row = newMemory(house.ids.next(), { content, createdAt, occurredAt });
    return { ...row, dueAt: house.ageing.dueAt({ ...row, archivedAt: null }) };
  });
  await house.records.forTenant(caller.tenant).memories.insert(rows);
  const { result } = await house.lifecycle.run(caller, { dryRun: false, triggeredBy: 'test' }, { respondAsync: false });
  expect(result).toMatchObject({ summary: { distilled: 3 }, errors: [] });
  return { sources: rows.map(({ id }) => id), made: String(result.details[0]?.resultMemoryId) };
};

const often = { content: 'Ann saw a whale skeleton and drew boats in the harbour museum.', sources: [1, 2] };
const withBen = { content: 'Ann met Ben in the museum.', sources: [0] };

it('becomes what a model says of it, which names its sources', async () => {
  answers = [[often, withBen]];
  const caller = house.caller();
  const { sources, made } = await distilled(caller);
  expect(asked).toEqual([visits]);
  expect(await house.memories.get(caller, made)).toMatchObject({
    tier: 'semantic',
    content: `${often.content}\n${withBen.content}`,
    confidence: 0.8,
    provenance: {
      method: METHOD,
      sources,
      sentences: [
        { sourceIds: sources.slice(1), start: 0 },
        { sourceIds: sources.slice(0, 1), end: often.content.length + 1 + withBen.content.length },
      ],
    },
  });
});

it('is told in its own sentences where the model fails, or says what they do not', async () => {
  for (const answer of [new ModelFailure('a test', 'unavailable'), [{ ...withBen, content: 'Ann met Zelda.' }]]) {
    answers = [answer];
    const caller = house.caller();
    const { made } = await distilled(caller);
    const { content, provenance } = await house.memories.get(caller, made);
    expect([content, provenance?.method]).toEqual([visits.join('\n'), 'extractive-1']);
  }
});

it('keeps nothing of a source that is deleted: it is hidden, and made anew of those that are left', async () => {
  const silently = often.content.replace('saw', 'silently saw');
  answers = [[{ ...often, content: silently }, withBen], [{ ...withBen, sources: [0, 1] }]];
  const caller = house.caller();
  const { sources, made } = await distilled(caller);
  expect(await dumpTables(house.sql)).toContain('silently');
  await house.memories.remove(caller, sources[1] ?? '', undefined);
  await expect(house.memories.get(caller, made)).rejects.toMatchObject({ problem: 'not-found' });
  expect(await dumpTables(house.sql)).not.toContain('silently');
  await house.remake();
  expect(asked.at(-1)).toEqual([visits[0], visits[2]]);
  expect(await house.memories.get(caller, made)).toMatchObject({
    content: withBen.content,
    provenance: { method: METHOD, sources: [sources[0], sources[2]] },
  });
  answers = [new ModelFailure('a test', 'refused')];
  await house.memories.remove(caller, sources[2] ?? '', undefined);
  await house.remake();
  expect(await house.memories.get(caller, made)).toMatchObject({
    content: visits[0],
    provenance: { method: 'extractive-1', sources: [sources[0]] },
  });
});

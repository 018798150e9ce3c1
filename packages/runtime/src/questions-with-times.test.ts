import { readFileSync } from 'node:fs';
import { createFactReader } from '@hippocamp/core/modules/facts/facts';
import { createMemoryEmbedder, createMemoryVectors } from '@hippocamp/core/modules/indexing/memory-vectors';
import { createVocabularyKeeper } from '@hippocamp/core/modules/indexing/vocabulary-keeper';
import { createRecall } from '@hippocamp/core/modules/retrieval/recall';
import type { Language } from '@hippocamp/core/ports/language';
import { filterOf, quietLog as log } from '@hippocamp/core/testing/builders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AgeingHouse, openAgeingHouse } from './testing/ageing-house.js';
import { createTextPorts } from './text/text-ports.js';

interface Person {
  memories: { id: string; occurredAt: string; content: string }[];
  questions: { kind: string; text: string; answers: string[] }[];
}

/** Three years of twelve people, who tell much the same in each; `now` is the time of the questions. */
const told: { now: string; people: Person[] } = JSON.parse(
  readFileSync(new URL('../fixtures/questions-with-times.json', import.meta.url), 'utf8'),
);
const now = new Date(told.now);

let house: AgeingHouse;
beforeAll(async () => {
  house = await openAgeingHouse();
  house.state.now = now;
});
afterAll(() => house.close());

type Reading = Pick<Language, 'periodsAsked' | 'withoutTimesLeftOut'>;

async function createAsking() {
  const { records, index, policies } = house;
  const { language, embedder, lexicon } = await createTextPorts('o200k_base');
  const clock = { now: () => now };
  const vocabulary = createVocabularyKeeper({ records, lexicon, wakeUp: async () => true, clock });
  const memoryVectors = createMemoryVectors({ embedder, embedMemories: createMemoryEmbedder(embedder), records });
  const common = { records, index, embedder, memoryVectors, lexicon, vocabulary, policies, clock, log };
  const facts = createFactReader({ language, records, log });
  const recallBy = (reading: Reading) => createRecall({ ...common, facts, language: { ...language, ...reading } });
  return { language, vocabulary, recallBy };
}

type Asking = Awaited<ReturnType<typeof createAsking>>;

/** For each question of a person, the number of answers that come before all else. */
async function firstOf({ memories, questions }: Person, { vocabulary, recallBy }: Asking, readings: Reading[]) {
  const caller = house.caller();
  const nameOf = new Map<string, string>();
  for (const { id, occurredAt, content } of memories) {
    const tier = 'episodic' as const;
    const { result } = await house.memories.create(caller, {
      tier,
      content,
      occurredAt,
      importanceScore: 0.5,
      tags: [],
      metadata: {},
    });
    nameOf.set(result.id, id);
  }
  await vocabulary.refresh(caller.tenant);
  const found = readings.map(async (reading) => {
    const request = { questions: questions.map(({ text }) => text), filter: filterOf(), k: 5, now };
    const { rankings } = await recallBy(reading)(caller.tenant, request);
    return rankings.map(({ ranked }, place) => {
      const { answers = [] } = questions[place] ?? {};
      const first = ranked.slice(0, answers.length).map(({ id }) => nameOf.get(id) ?? '');
      return { right: first.filter((id) => answers.includes(id)).length, of: answers.length, first };
    });
  });
  const [with_ = [], without = []] = await Promise.all(found);
  return questions.map((question, place) => ({ ...question, with: with_[place], without: without[place] }));
}

it('are answered from the time that they ask about, and never worse than without looking at it', async () => {
  const asking = await createAsking();
  const readings = [asking.language, { periodsAsked: () => [], withoutTimesLeftOut: (question: string) => question }];
  const results: Awaited<ReturnType<typeof firstOf>> = [];
  for (const person of told.people) results.push(...(await firstOf(person, asking, readings)));
  const isRight = (found: { right: number; of: number } | undefined) => found?.right === found?.of;
  const count = (side: 'with' | 'without') => results.filter((each) => isRight(each[side])).length;
  process.stdout.write(
    `Questions with times, right of ${results.length}: ${count('with')}; without their times ${count('without')}.\n`,
  );
  expect(results.filter((each) => (each.with?.right ?? 0) < (each.without?.right ?? 0))).toEqual([]);
  expect(count('with')).toBeGreaterThanOrEqual(36);
});

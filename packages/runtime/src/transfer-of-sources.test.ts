import type { Caller } from '@hippocamp/core/modules/caller';
import { newMemory } from '@hippocamp/core/testing/builders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AgeingHouse, openAgeingHouse } from './testing/ageing-house.js';

let house: AgeingHouse;
beforeAll(async () => {
  house = await openAgeingHouse();
});
afterAll(() => house.close());

const SOURCES = 1200;

/** As an earlier release stored it, whose sources are many; each has a line of it. */
async function stored(caller: Caller, reworded = false) {
  const texts = Array.from({ length: SOURCES }, (_, place) =>
    newMemory(house.ids.next(), { content: `Crate ${place}.` }),
  );
  let start = 0;
  const sentences = texts.map(({ id, content }) => {
    const end = start + content.length;
    const sentence = { sourceId: id, start, end };
    start = end + 1;
    return sentence;
  });
  const content = texts.map((text) => text.content).join('\n');
  const sources = texts.map(({ id }) => id);
  const provenance = { method: 'extractive-1', sentences, sources };
  const made = newMemory(house.ids.next(), { content: reworded ? 'All crates.' : content, provenance });
  const context = newMemory(house.ids.next(), {
    content: 'So it was.',
    context: 'Crate 1.',
    contextSourceIds: sources,
  });
  const { memories, lifecycle } = house.records.forTenant(caller.tenant);
  await memories.insert([...texts, made, context]);
  await lifecycle.addSources([{ memoryId: made.id, sourceIds: sources }]);
  return { made: made.id, context: context.id, sources };
}

async function moved(from: Caller, to: Caller) {
  let text = '';
  for await (const piece of house.transfer.export(from)) text += piece;
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line, place) => ({ line: place + 1, value: JSON.parse(line) as unknown, bytes: line.length }));
  const answer = await house.transfer.import(
    to,
    (async function* () {
      yield* lines;
    })(),
  );
  expect(answer.problems).toEqual([]);
  expect(answer.imported.memory).toBe(SOURCES + 2);
}

const own = ({ tenant }: Caller) => house.records.forTenant(tenant);

it('is a line that an import takes: it says the words of as many sources as the line may name', async () => {
  const [from, to] = [house.caller(), house.caller()];
  const { made, context, sources } = await stored(from);
  await moved(from, to);
  const [memory] = await own(to).lifecycle.distilled([made]);
  expect(memory?.sourceIds).toEqual(sources.slice(0, 1000));
  expect(memory?.content.split('\n')).toHaveLength(1000);
  expect(await house.memories.get(to, context)).toMatchObject({ content: 'So it was.', context: null });
  // The sources that it names can still be told apart.
  await house.memories.remove(to, sources[0] ?? '', undefined);
  const left = (await house.memories.get(to, made)).content;
  expect(left.startsWith('Crate 1.\nCrate 2.\n')).toBe(true);
});

it('keeps a text that nobody can tell apart', async () => {
  const [from, to] = [house.caller(), house.caller()];
  const { made, sources } = await stored(from, true);
  await moved(from, to);
  const [memory] = await own(to).lifecycle.distilled([made]);
  expect(memory?.content).toBe('All crates.');
  expect(memory?.sourceIds).toEqual(sources.slice(0, 1000));
});

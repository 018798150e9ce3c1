import type { Caller } from '@hippocamp/core/modules/caller';
import { minutesAfter, NOON, newArtifact, newIngest, newMemory } from '@hippocamp/core/testing/builders';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AgeingHouse, openAgeingHouse } from './testing/ageing-house.js';

let house: AgeingHouse;
beforeAll(async () => {
  house = await openAgeingHouse();
});
beforeEach(() => {
  house.state.now = NOON;
});
afterAll(() => house.close());

const DAY = 24 * 60;

/** A lifecycle removes the first at once; the second comes in a later line. */
async function exportedText() {
  const source = house.caller();
  const own = house.records.forTenant(source.tenant);
  const [textId, traceId, ...memoryIds] = [1, 2, 3, 4].map(() => house.ids.next()) as [string, string, string, string];
  const createdAt = minutesAfter(-31 * DAY);
  await own.artifacts.insert(newArtifact(textId, { content: 'Kim likes tea.', ingestTraceId: traceId, createdAt }));
  await own.ingests.insert(
    newIngest(traceId, { artifactId: textId, state: 'done', createdAt, finishedAt: createdAt, content: null }),
  );
  await own.memories.insert(memoryIds.map((id) => newMemory(id, { sourceArtifactId: textId, createdAt })));
  const lines: string[] = [];
  let text = '';
  for await (const piece of house.transfer.export(source)) text += piece;
  lines.push(...text.trimEnd().split('\n'));
  const ofKind = (kind: string) => lines.filter((line) => line.startsWith(`{"kind":"${kind}"`));
  return { textId, memoryIds, artifacts: ofKind('artifact'), ingests: ofKind('ingest'), memories: ofKind('memory') };
}

const sent = (text: string, line: number) => ({ line, value: JSON.parse(text) as unknown, bytes: text.length });

const isThere = async ({ tenant }: Caller, id: string) =>
  (await house.records.forTenant(tenant).artifacts.get(id)) !== null;

const prune = () => house.records.prune({ artifacts: minutesAfter(-30 * DAY, house.state.now) });

/** More than are stored at once, so that what comes before them is stored. */
function* filling() {
  for (let at = 0; at < 100; at += 1) {
    const event = { kind: 'event', id: house.ids.next(), eventType: 'x', payload: {}, actorEntityId: null, tags: [] };
    yield JSON.stringify({ ...event, occurredAt: NOON, createdAt: NOON });
  }
}

it.each(['one request', 'two requests'])('a restored text that is old waits for its memories, in %s', async (how) => {
  const { textId, artifacts, ingests, memories } = await exportedText();
  const target = house.caller();
  async function* first() {
    for (const [at, line] of [...artifacts, ...ingests, ...filling()].entries()) yield sent(line, at + 1);
  }
  async function* second() {
    await prune();
    for (const [at, line] of memories.entries()) yield sent(line, at + 1000);
  }
  async function* both() {
    yield* first();
    yield* second();
  }
  if (how === 'one request') await house.transfer.import(target, both());
  else {
    await house.transfer.import(target, first());
    await house.transfer.import(target, second());
  }
  await prune();
  expect(await isThere(target, textId)).toBe(true);
});

it('a restored text that no memory comes for goes when it has been here for as long as others', async () => {
  const { textId, artifacts } = await exportedText();
  const target = house.caller();
  async function* lines() {
    for (const line of artifacts) yield sent(line, 1);
  }
  await house.transfer.import(target, lines());
  house.state.now = minutesAfter(29 * DAY);
  await prune();
  expect(await isThere(target, textId)).toBe(true);
  house.state.now = minutesAfter(31 * DAY);
  await prune();
  expect(await isThere(target, textId)).toBe(false);
});

it('a restored text stays where a memory of it goes while another is still on its way, and only then', async () => {
  const { textId, memoryIds, artifacts, memories } = await exportedText();
  const target = house.caller();
  const [first = '', second = ''] = memoryIds;
  const [early = '', late = ''] = memories;
  async function* lines() {
    for (const [at, line] of [...artifacts, early, ...filling()].entries()) yield sent(line, at + 1);
    await house.memories.remove(target, first, undefined);
    yield sent(late, 1000);
  }
  await house.transfer.import(target, lines());
  expect(await isThere(target, textId)).toBe(true);
  await house.memories.remove(target, second, undefined);
  expect(await isThere(target, textId)).toBe(false);
});

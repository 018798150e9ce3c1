import { takeFromDistilled } from '@hippocamp/core/modules/memory-store/withdraw';
import { NOON, newMemory } from '@hippocamp/core/testing/builders';
import { wholeHistory } from '@hippocamp/core/testing/whole-history';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AgeingHouse, openAgeingHouse } from './testing/ageing-house.js';

let house: AgeingHouse;
beforeAll(async () => {
  house = await openAgeingHouse();
});
afterAll(() => house.close());

it('what a source says goes out of many distilled memories at once, and the tags that it alone has', async () => {
  const own = house.records.forTenant(house.caller().tenant);
  const [first, second] = [house.ids.next(), house.ids.next()];
  const ids = Array.from({ length: 120 }, () => house.ids.next());
  await own.memories.insert([
    newMemory(first, { content: 'The kettle leaks.', tags: ['kettle', 'kitchen'] }),
    newMemory(second, { content: 'The pan is hot.', tags: ['kitchen'] }),
    ...ids.map((id) => newMemory(id, { content: 'Kettle and pan.', tags: ['kettle', 'kitchen', 'mine'] })),
  ]);
  await own.lifecycle.addSources(ids.map((memoryId) => ({ memoryId, sourceIds: [first, second] })));
  const one: string[] = [];
  const { touched } = await own.transaction((repositories) => {
    const update: typeof repositories.memories.update = (id, changes, at) => {
      one.push(id);
      return repositories.memories.update(id, changes, at);
    };
    const memories = { ...repositories.memories, update };
    const tags = new Set(['kettle', 'kitchen']);
    return takeFromDistilled({ ...repositories, memories }, [first], { now: NOON, tags });
  });
  expect(touched.toSorted()).toEqual(ids.toSorted());
  expect(one, 'changed one by one, while others wait').toEqual([]);
  const [hidden] = await own.lifecycle.distilled([ids[0] ?? '']);
  expect(hidden).toMatchObject({ content: '', hidden: true, tags: ['kitchen', 'mine'], sourceIds: [first, second] });
  expect(hidden?.provenance).toEqual({ sources: [second], sentences: [] });
  for (const id of [ids[0], ids[119]].flatMap((each) => each ?? []))
    expect(await wholeHistory(own, id)).toMatchObject([
      { version: 2, change: 'source_withdrawn', before: null, after: { content: '', tags: ['kitchen', 'mine'] } },
    ]);
  const jobs = await house.records.outbox.due('distil', house.state.now, 500);
  expect(jobs.filter(({ ref }) => ids.includes(ref))).toHaveLength(120);
});

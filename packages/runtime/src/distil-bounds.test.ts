import { remakeDistilled } from '@hippocamp/core/modules/memory-store/withdraw';
import { NOON, newMemory } from '@hippocamp/core/testing/builders';
import { CONTENT_LENGTH } from '@hippocamp/shared/schemas/memories';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AgeingHouse, openAgeingHouse } from './testing/ageing-house.js';

let house: AgeingHouse;
beforeAll(async () => {
  house = await openAgeingHouse();
});
afterAll(() => house.close());

it('is made anew of fifty sources, however many an import names', async () => {
  const caller = house.caller();
  const own = house.records.forTenant(caller.tenant);
  const sourceIds = Array.from({ length: 1000 }, () => house.ids.next());
  const made = house.ids.next();
  const saying = (place: number) => `Boat ${place} sails ${'far and '.repeat(60)}away.`;
  await own.memories.insert([
    ...sourceIds.map((id, place) => newMemory(id, { content: saying(place) })),
    newMemory(made, { content: 'All boats sail.', tier: 'semantic' }),
  ]);
  await own.lifecycle.addSources([{ memoryId: made, sourceIds }]);
  await own.transaction((repositories) => remakeDistilled(repositories, sourceIds.slice(0, 1), NOON));
  await house.remake();
  const { content, provenance } = await house.memories.get(caller, made);
  expect(content.length).toBeLessThanOrEqual(CONTENT_LENGTH);
  expect(content.split('\n')).toEqual(Array.from({ length: 50 }, (_, place) => saying(place)));
  expect(provenance?.sources).toEqual(sourceIds.slice(0, 50));
  const [distilled] = await own.lifecycle.distilled([made]);
  expect(distilled?.sourceIds, 'the export names all').toEqual(sourceIds);
});

import type { Caller } from '@hippocamp/core/modules/caller';
import { supersede } from '@hippocamp/core/modules/ingest/store-decisions';
import { supersedeParts } from '@hippocamp/core/modules/memory-store/replaced-parts';
import { NOON, newMemory } from '@hippocamp/core/testing/builders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AgeingHouse, openAgeingHouse } from './testing/ageing-house.js';

let house: AgeingHouse;
beforeAll(async () => {
  house = await openAgeingHouse();
});
afterAll(() => house.close());

const DAY = 24 * 3_600_000;
const [ben, whale] = ['Ann met Ben at the harbour museum.', 'Ann saw a whale in the harbour museum.'];
/** As long as what the service wrote, line by line. */
const written = [ben.replace('Ben', 'Bob'), whale.replace('whale', 'squid')].join('\n');

async function distilled() {
  const caller = house.caller();
  const createdAt = new Date(NOON.getTime() - 8 * DAY);
  const rows = [ben, whale].map((content) => {
    const row = newMemory(house.ids.next(), { content, createdAt });
    return { ...row, dueAt: house.ageing.dueAt({ ...row, archivedAt: null }) };
  });
  const { memories } = house.records.forTenant(caller.tenant);
  await memories.insert(rows);
  const { result } = await house.lifecycle.run(caller, { dryRun: false, triggeredBy: 'test' }, { respondAsync: false });
  const made = String(result.details[0]?.resultMemoryId);
  const later = newMemory(house.ids.next(), { content: 'Ann met Cid at the harbour museum.' });
  await memories.insert([later]);
  const [first = '', second = ''] = rows.map(({ id }) => id);
  return { caller, first, second, made, later: later.id };
}

const rewrite = (caller: Caller, made: string) => house.memories.update(caller, made, { content: written }, undefined);

const contentOf = async (caller: Caller, id: string) => (await house.memories.get(caller, id)).content;

const replaced = ({ tenant }: Caller, laterId: string, earlierId: string) =>
  house.records
    .forTenant(tenant)
    .transaction((repositories) =>
      supersede(repositories, [{ laterId, earlierId }], { ids: house.ids, now: NOON, occurredAt: NOON }),
    );

it('keeps what a client wrote where a source is replaced or changed', async () => {
  const { caller, first, second, made, later } = await distilled();
  await rewrite(caller, made);
  await replaced(caller, later, first);
  expect(await contentOf(caller, made)).toBe(written);
  await house.memories.update(caller, second, { content: 'Ann saw a seal in the harbour museum.' }, undefined);
  await house.remake();
  expect(await contentOf(caller, made)).toBe(written);
});

it('keeps what a client wrote while it was made anew', async () => {
  const { caller, first, made } = await distilled();
  await house.memories.update(caller, first, { content: 'Ann met Eve at the harbour museum.' }, undefined);
  await rewrite(caller, made);
  await house.remake();
  expect(await contentOf(caller, made)).toBe(written);
});

it('is made anew of what is left where a source is deleted, since nobody knows whose words it holds', async () => {
  const { caller, first, made } = await distilled();
  await rewrite(caller, made);
  await house.memories.remove(caller, first, undefined);
  await expect(house.memories.get(caller, made)).rejects.toMatchObject({ problem: 'not-found' });
  await house.remake();
  expect(await contentOf(caller, made)).toBe(whale);
});

it('keeps a statement that a client gave back by invalidAt', async () => {
  const { caller, second, made, later } = await distilled();
  const before = await contentOf(caller, made);
  const start = before.indexOf(ben);
  const own = house.records.forTenant(caller.tenant);
  await own.transaction((repositories) =>
    supersedeParts(repositories, [{ id: made, start, end: start + ben.length, laterId: later }], {
      now: NOON,
      ids: house.ids,
    }),
  );
  expect(await contentOf(caller, made)).toBe(whale);
  await house.memories.update(caller, made, { invalidAt: null }, undefined);
  await house.memories.update(caller, second, { content: 'Ann saw a seal in the harbour museum.' }, undefined);
  await house.remake();
  expect(await contentOf(caller, made)).toBe(before);
});

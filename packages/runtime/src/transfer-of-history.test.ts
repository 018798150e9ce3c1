import type { Caller } from '@hippocamp/core/modules/caller';
import { createJsonScanner } from '@hippocamp/core/modules/json/json-scanner';
import { newMemory } from '@hippocamp/core/testing/builders';
import { wholeHistory } from '@hippocamp/core/testing/whole-history';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AgeingHouse, openAgeingHouse } from './testing/ageing-house.js';

let house: AgeingHouse;
beforeAll(async () => {
  house = await openAgeingHouse();
});
afterAll(() => house.close());

const exported = async (caller: Caller): Promise<string[]> => {
  let text = '';
  for await (const piece of house.transfer.export(caller)) text += piece;
  return text.trimEnd().split('\n');
};

async function* sent(lines: readonly string[]) {
  for (const [place, text] of lines.entries())
    yield { line: place + 1, value: JSON.parse(text) as unknown, bytes: text.length };
}

const historyOf = ({ tenant }: Caller, id: string) => wholeHistory(house.records.forTenant(tenant), id);

it('a history whose first entry has no room in the line of its memory moves twice', async () => {
  const [source, second, third] = [house.caller(), house.caller(), house.caller()];
  const id = house.ids.next();
  const zeros = (length: number) => Array.from({ length }, () => 0);
  const own = house.records.forTenant(source.tenant);
  await own.memories.insert([newMemory(id, { metadata: { list: zeros(64_000) } })]);
  await own.memories.update(id, { tags: ['changed'] }, house.state.now);
  const entry = { memoryId: id, change: 'updated', at: house.state.now, before: null };
  const history = [1, 2].map((version) => ({ ...entry, version, after: { list: zeros(140_000) } }));
  await own.history.add(history);
  let lines = await exported(source);
  for (const other of [second, third]) {
    for (const line of lines) createJsonScanner({ bytes: 4_000_000, values: 200_000 }).push(Buffer.from(line));
    const taken = await house.transfer.import(other, sent(lines));
    expect(taken).toMatchObject({ problems: [], imported: { memory: 1 }, complete: true });
    expect(await historyOf(other, id)).toEqual(history);
    lines = await exported(other);
  }
});

import type { Caller } from '@hippocamp/core/modules/caller';
import { createJsonScanner } from '@hippocamp/core/modules/json/json-scanner';
import { minutesAfter, newMemory } from '@hippocamp/core/testing/builders';
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

async function* sent(lines: readonly string[], from = 1) {
  for (const [place, text] of lines.entries())
    yield { line: place + from, value: JSON.parse(text) as unknown, bytes: text.length };
}

const historyOf = ({ tenant }: Caller, id: string) => wholeHistory(house.records.forTenant(tenant), id);

const zeros = (length: number) => Array.from({ length }, () => 0);

/** A memory whose history has no room in its line. */
async function longMemory(source: Caller) {
  const id = house.ids.next();
  const own = house.records.forTenant(source.tenant);
  await own.memories.insert([newMemory(id, { metadata: { list: zeros(7_900) } })]);
  await own.memories.update(id, { tags: ['changed'] }, house.state.now);
  const entry = { memoryId: id, change: 'updated', at: house.state.now, before: null };
  const history = [1, 2].map((version) => ({ ...entry, version, after: { list: zeros(195_000) } }));
  await own.history.add(history);
  const lines = await exported(source);
  return { id, history, lines, afterMemory: lines.findIndex((line) => line.startsWith('{"kind":"memory"')) + 1 };
}

it('a history whose first entry has no room in the line of its memory moves twice', async () => {
  const [source, second, third] = [house.caller(), house.caller(), house.caller()];
  const { id, history, ...first } = await longMemory(source);
  let { lines } = first;
  for (const other of [second, third]) {
    for (const line of lines) createJsonScanner({ bytes: 4_000_000, values: 200_000 }).push(Buffer.from(line));
    const taken = await house.transfer.import(other, sent(lines));
    expect(taken).toMatchObject({ problems: [], imported: { memory: 1 }, complete: true });
    expect(await historyOf(other, id)).toEqual(history);
    lines = await exported(other);
  }
});

it('a history that begins in a line of its own is taken by a later request, whether it sends all again or the rest', async () => {
  const { id, history, lines, afterMemory } = await longMemory(house.caller());
  for (const from of [0, afterMemory]) {
    const other = house.caller();
    await house.transfer.import(other, sent(lines.slice(0, afterMemory)));
    expect(await historyOf(other, id)).toEqual([]);
    const taken = await house.transfer.import(other, sent(lines.slice(from), from + 1));
    expect(taken).toMatchObject({ problems: [], complete: true });
    expect(await historyOf(other, id)).toEqual(history);
  }
});

it('a history that was forgotten meanwhile is not taken, and the answer says so', async () => {
  const { id, lines, afterMemory } = await longMemory(house.caller());
  for (const first of [lines.slice(0, afterMemory), lines]) {
    const other = house.caller();
    await house.transfer.import(other, sent(first));
    house.state.now = minutesAfter(5);
    await house.memories.forgetHistory(other, id);
    const taken = await house.transfer.import(other, sent(lines));
    const problem = { code: 'history_not_taken', message: expect.stringContaining('forgotten') };
    const problems = [afterMemory + 1, afterMemory + 2].map((line) => ({ line, ...problem }));
    expect(taken).toMatchObject({ problems, problemsTotal: 2, complete: true });
    expect(await historyOf(other, id)).toEqual([]);
  }
});

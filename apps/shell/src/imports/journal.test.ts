import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openJournal } from './journal.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'));
});
afterEach(() => rm(folder, { recursive: true }));

const place = { service: 'http://127.0.0.1:8080', tenant: 'acme' };

it('a journal knows what was written down for its place alone', async () => {
  await (await openJournal(folder, place)).add(['a', 'b']);
  const again = await openJournal(folder, place);
  expect(['a', 'b', 'c'].map(again.has)).toEqual([true, true, false]);
  expect((await openJournal(folder, { ...place, tenant: 'other' })).has('a')).toBe(false);
});

it('half a line that a kill left is no entry, and spoils none', async () => {
  const journal = await openJournal(folder, place);
  await journal.add(['first']);
  await appendFile(journal.path, 'torn');
  const after = await openJournal(folder, place);
  expect(after.has('torn')).toBe(false);
  await after.add(['second']);
  const last = await openJournal(folder, place);
  expect(['first', 'second'].map(last.has)).toEqual([true, true]);
});

import { nothingRead } from '@hippocamp/shared/language/reading';
import { expect, it } from 'vitest';
import type { MemoryRecord, Records } from '../../ports/records.js';
import { newMemory, recordOf, sequentialIds, tenantNamed } from '../../testing/builders.js';
import type { ReadableMemory } from './facts.js';
import { nameKey, selfKey } from './memory-keys.js';
import { ownNames } from './own-names.js';

const tenant = tenantNamed('acme');
const ids = sequentialIds();

const named = (name: string, speaker: string | null = null): MemoryRecord =>
  recordOf(newMemory(ids.next(), { content: `My name is ${name}.`, speaker }));

/** The names of an owner, beside memories that have the key of a name; with what was looked up. */
const namesAmong = async (known: readonly MemoryRecord[]) => {
  const asked: unknown[] = [];
  const withFacts = async (...sought: unknown[]) => {
    asked.push(sought);
    return [...known];
  };
  const ofMemories = async (_tenant: unknown, memories: readonly ReadableMemory[]) =>
    new Map(
      memories.map(({ id, content }) => [id, { ...nothingRead, selfNames: [content.slice(11, -1).toLowerCase()] }]),
    );
  const records = { forTenant: () => ({ memories: { withFacts } }) } as unknown as Records;
  const names = await ownNames(tenant, 'an owner', { records, facts: { ofMemories } });
  return { asked, names: [...names] };
};

it('are those that the first person of the owner gave itself', async () => {
  const { asked, names } = await namesAmong([named('Mara'), named('Mara')]);
  expect(names).toEqual(['mara']);
  expect(asked).toEqual([['an owner', [nameKey(selfKey(undefined))]]]);
});

it('are none where nobody gave one, or several were given', async () => {
  expect((await namesAmong([])).names).toEqual([]);
  expect((await namesAmong([named('Mara'), named('Jonas')])).names).toEqual([]);
});

it('are none of a labelled speaker, whose memory an earlier release kept among them', async () => {
  expect((await namesAmong([named('Ben', 'Ben'), named('Hugo', 'assistant')])).names).toEqual([]);
  expect((await namesAmong([named('Mara'), named('Ben', 'Ben')])).names).toEqual(['mara']);
});

import { nothingRead } from '@hippocamp/shared/language/reading';
import { ASSISTANT } from '@hippocamp/shared/language/statement';
import { describe, expect, it } from 'vitest';
import { tenantNamed } from '../../testing/builders.js';
import { keysOf, nameKey, selfKey } from './memory-keys.js';

const tenant = tenantNamed('acme');

/** The keys of a memory in which the first person gives itself these names. */
const keysNaming = (selfNames: string[], over: Partial<Parameters<typeof keysOf>[1]> = {}) =>
  keysOf(
    tenant,
    { ownerEntityId: null, metadata: {}, speaker: null, ...over },
    { ...nothingRead, selfNames, by: 'test' },
  ).factKeys;

describe('a name that the first person gives itself', () => {
  it('is one key, however many names there are, and none where there is none', () => {
    expect(keysNaming(['mara'])).toEqual([nameKey(selfKey(undefined))]);
    expect(keysNaming(['mara', 'mara lind'])).toEqual(keysNaming(['jonas']));
    expect(keysNaming([])).toEqual([]);
  });

  it('is that of the actor who says it', () => {
    const ofActor = keysNaming(['mara'], { metadata: { actorId: 'user-7' } });
    expect(ofActor).toEqual([nameKey(selfKey('user-7'))]);
    expect(ofActor).not.toEqual(keysNaming(['mara']));
    expect(keysNaming(['mara'], { metadata: { actorId: 7 } })).toEqual(keysNaming(['mara']));
  });

  it.each(['Mara', ASSISTANT])('has no key where somebody is labelled as the speaker: %s', (speaker) => {
    expect(keysNaming(['mara'], { speaker })).toEqual([]);
    expect(keysNaming(['mara'], { speaker, metadata: { actorId: 'user-7' } })).toEqual([]);
  });

  it('is no word of its key', () => {
    for (const key of keysNaming(['mara'])) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });
});

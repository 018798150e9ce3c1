import { nothingRead, type TextReading, type TextToRead } from '@hippocamp/shared/language/reading';
import { ASSISTANT } from '@hippocamp/shared/language/statement';
import { normaliseText } from '@hippocamp/shared/text/cleaned';
import { termId } from '@hippocamp/shared/text/terms';
import { BY_CHANCE, chosenWords, fullestBucketOf } from '@hippocamp/shared/text/testing/chosen';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Language, UnreadableText } from '../../ports/language.js';
import type { KeptReading, NamingMemory, Records, TenantRepositories } from '../../ports/records.js';
import { newMemory, recordOf, sequentialIds, tenantNamed } from '../../testing/builders.js';
import {
  changeMemory,
  contentHash,
  createFactReader,
  keysOf,
  nameKey,
  ownNames,
  type ReadableMemory,
  selfKey,
  wordKeys,
} from './facts.js';

const tenant = tenantNamed('acme');
const ids = sequentialIds();
const readingOf = (content: string): TextReading => ({ ...nothingRead, words: content.split(' ') });

const stage = (known: ReadonlyMap<string, KeptReading> = new Map()) => {
  const asked: string[] = [];
  const kept: string[] = [];
  const warnings: unknown[] = [];
  const read = async (_tenant: unknown, texts: readonly TextToRead[]) => {
    asked.push(...texts.map(({ content }) => content));
    if (texts.some(({ content }) => content.includes('hostile'))) throw new UnreadableText('it takes too long');
    return texts.map(({ content }) => readingOf(content));
  };
  const memories = {
    readings: async () => known,
    keepReadings: async (rows: { id: string }[]) => void kept.push(...rows.map(({ id }) => id)),
  };
  const facts = createFactReader({
    language: { versions: { extractor: 'e', prompt: 'p', reading: 'two' }, read } as unknown as Language,
    records: { forTenant: () => ({ memories }) } as unknown as Records,
    log: { info: () => undefined, warn: (context) => void warnings.push(context), error: () => undefined },
  });
  return { facts, asked, kept, warnings };
};

describe('readings of texts that are stored', () => {
  it('cost a hostile one only its own, and say nothing of its words in the log', async () => {
    const { facts, warnings } = stage();
    const found = await facts.readToKeep(tenant, ['one two', 'a hostile one', 'three']);
    expect(found.map(({ words }) => words)).toEqual([['one', 'two'], [], ['three']]);
    expect(JSON.stringify(warnings)).not.toContain('hostile');
    expect(warnings).toHaveLength(1);
  });

  it('are marked where a text could not be read, which may hold anything', async () => {
    const { facts } = stage();
    const found = await facts.readToKeep(tenant, ['one two', 'a hostile one']);
    expect(found.map(({ marks }) => marks)).toEqual([[], ['unchecked']]);
  });

  it('are taken as kept, and read and kept where an earlier version read them or nobody did', async () => {
    const [fresh, old, unread] = ['fresh', 'old', 'unread'].map((content) =>
      recordOf(newMemory(ids.next(), { content })),
    );
    if (!fresh || !old || !unread) throw new Error('no rows');
    const known = new Map([
      [fresh.id, { ...readingOf('as kept'), by: 'two' }],
      [old.id, { ...readingOf('as kept'), by: 'one' }],
    ]);
    const { facts, asked, kept } = stage(known);
    const found = await facts.ofMemories(tenant, [fresh, old, unread]);
    expect([fresh, old, unread].map(({ id }) => found.get(id)?.words)).toEqual([['as', 'kept'], ['old'], ['unread']]);
    expect(asked).toEqual(['old', 'unread']);
    expect(kept).toEqual([old.id, unread.id]);
  });
});

it('a memory whose words are changed where nothing is read is withheld from models until its index job has read it', async () => {
  const { id } = newMemory(ids.next());
  const rows: object[] = [];
  const own = {
    memories: {
      update: async (_id: string, changes: object) => rows.push(changes),
      setFacts: async () => undefined,
    },
    outbox: { enqueue: async (jobs: object[]) => void rows.push(...jobs) },
  };
  await changeMemory(own as unknown as TenantRepositories, id, { content: 'It rains.' }, new Date());
  expect(rows).toEqual([expect.objectContaining({ marks: ['unchecked'] }), { kind: 'index', ref: id }]);
});

describe('readings of a request', () => {
  it('fail where one text cannot be read', async () => {
    const { facts } = stage();
    const texts = ['fine', 'hostile'].map((content) => ({ content, speaker: null }));
    await expect(facts.read(tenant, texts)).rejects.toBeInstanceOf(UnreadableText);
  });
});

interface Naming extends NamingMemory {
  name: string;
}

const named = (name: string, { speaker = null, readBy = 'now' }: Partial<NamingMemory> = {}): Naming => {
  const { id } = newMemory(ids.next());
  return { id, name, speaker, readBy, selfNames: readBy === 'now' ? [name] : ['as read before'] };
};

const namesAmong = async (known: readonly Naming[]) => {
  const asked: unknown[] = [];
  const texts: number[] = [];
  const memories = {
    async withFacts(...sought: unknown[]) {
      asked.push(sought);
      return [...known];
    },
    async getMany(wanted: readonly string[]) {
      texts.push(wanted.length);
      return known.filter(({ id }) => wanted.includes(id)).map(({ id, name }) => ({ id, content: name }));
    },
  };
  const ofMemories = async (_tenant: unknown, given: readonly ReadableMemory[]) =>
    new Map(given.map(({ id, content }) => [id, { ...nothingRead, selfNames: [content] }]));
  const records = { forTenant: () => ({ memories }) } as unknown as Records;
  const names = await ownNames(tenant, 'an owner', { records, facts: { version: 'now', ofMemories } });
  return { asked, texts, names: [...names] };
};

describe('the names of an owner', () => {
  it('are those that the first person of the owner gave itself, for which no text is read', async () => {
    const { asked, texts, names } = await namesAmong([named('mara'), named('mara')]);
    expect(names).toEqual(['mara']);
    expect(asked).toEqual([['an owner', [nameKey('an owner', selfKey(undefined))]]]);
    expect(texts).toEqual([]);
  });

  it('are none where nobody gave one, or several were given', async () => {
    expect((await namesAmong([])).names).toEqual([]);
    expect((await namesAmong([named('mara'), named('jonas')])).names).toEqual([]);
  });

  it('are none of a labelled speaker, whose memory an earlier release kept among them', async () => {
    const ben = named('ben', { speaker: 'Ben' });
    expect((await namesAmong([ben, named('hugo', { speaker: 'assistant' })])).names).toEqual([]);
    expect((await namesAmong([named('mara'), ben])).names).toEqual(['mara']);
  });

  it('are read again, a few texts at a time, where an earlier version read them or nobody did', async () => {
    const old = (name: string) => named(name, { readBy: 'before' });
    const many = Array.from({ length: 24 }, () => old('mara'));
    const { texts, names } = await namesAmong([named('mara'), ...many, named('mara', { readBy: null })]);
    expect([names, texts]).toEqual([['mara'], [10, 10, 5]]);
    expect((await namesAmong([named('mara'), old('jonas')])).names).toEqual([]);
    // Nothing more is read once several are known.
    expect((await namesAmong([old('jonas'), ...many])).texts).toEqual([10]);
  });
});

const keysNaming = (selfNames: string[], over: Partial<Parameters<typeof keysOf>[1]> = {}) =>
  keysOf(
    tenant,
    { ownerEntityId: null, metadata: {}, speaker: null, ...over },
    { ...nothingRead, selfNames, by: 'test' },
  ).factKeys;

describe('a name that the first person gives itself', () => {
  const anyOwner = nameKey(null, selfKey(undefined)).slice(0, 32);

  it('is one key, and that of earlier releases, however many names there are, and none where there is none', () => {
    expect(keysNaming(['mara'])).toEqual([nameKey(null, selfKey(undefined)), anyOwner]);
    expect(keysNaming(['mara', 'mara lind'])).toEqual(keysNaming(['jonas']));
    expect(keysNaming([])).toEqual([]);
  });

  it('is that of its owner, since all that have the key are gone through', () => {
    expect(keysNaming(['mara'], { ownerEntityId: 'an owner' })).toEqual([
      nameKey('an owner', selfKey(undefined)),
      anyOwner,
    ]);
    expect(nameKey('an owner', selfKey(undefined))).not.toBe(nameKey(null, selfKey(undefined)));
  });

  it('is that of the actor who says it', () => {
    const ofActor = keysNaming(['mara'], { metadata: { actorId: 'user-7' } });
    expect(ofActor).toContain(nameKey(null, selfKey('user-7')));
    expect(ofActor).not.toEqual(keysNaming(['mara']));
    expect(keysNaming(['mara'], { metadata: { actorId: 7 } })).toEqual(keysNaming(['mara']));
  });

  it.each(['Mara', ASSISTANT])('has no key where somebody is labelled as the speaker: %s', (speaker) => {
    expect(keysNaming(['mara'], { speaker })).toEqual([]);
    expect(keysNaming(['mara'], { speaker, metadata: { actorId: 'user-7' } })).toEqual([]);
  });

  it('is no word of its key', () => {
    for (const key of keysNaming(['mara'])) expect(key).toMatch(/^[0-9a-f]{32}:?$/);
  });
});

describe('normalised text', () => {
  it('is the same for the same words in other dress', () => {
    expect(contentHash('I  am “allergic” to hazelnuts!')).toBe(contentHash('i am allergic to hazelnuts'));
  });

  it('differs where numbers, names or a negation differ', () => {
    const hashes = ['I owe 40 euros.', 'I owe 41 euros.', 'I do not owe 40 euros.', 'Ann owes 40 euros.'].map(
      contentHash,
    );
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('is its own normal form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = normaliseText(text);
        expect(normaliseText(once)).toBe(once);
      }),
      { seed: 20_260_303, numRuns: 1000 },
    );
  });
});

describe('the keys of words', () => {
  it('are spread over all buckets of a map where they were chosen for one', async () => {
    const stems = chosenWords(500, `${tenant}\n\n`);
    const keys = () => wordKeys(tenant, null, [...stems, ...stems]);
    expect(keys()).toEqual([...new Set(stems.map((stem) => termId(`${tenant}\n\n${stem}`)))]);
    expect(await fullestBucketOf(keys)).toBeLessThan(BY_CHANCE);
  });
});

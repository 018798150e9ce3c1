import type { ComparedPair, Comparison, Relations } from '@hippocamp/shared/language/comparison';
import { describe, expect, it } from 'vitest';
import type { PairReader } from '../../ports/pair-reader.js';
import { NOON, tenantNamed } from '../../testing/builders.js';
import { wordsOf } from '../../testing/comparing.js';
import { contentHash } from '../facts/facts.js';
import type { KnownFact } from './candidates.js';
import { comparePairs, type NearnessDependencies, nearPairs, rememberPairs } from './pairs.js';
import type { Pair } from './pairs-to-read.js';

const tenant = tenantNamed('acme');
const unrelated: Comparison = { verdict: 'unrelated', sure: 1 };
const read: Relations = { same: 0, conflict: 0.9, different: 0.1 };
const pair = (newer: string, older: string, near = 0.5): Pair => ({ older, newer, near });

const readerOver = (relate: PairReader['relate']) => {
  const asked: (readonly (readonly [string, string])[])[] = [];
  const pairReader: PairReader = {
    relate: (of, pairs) => {
      asked.push(pairs);
      return relate(of, pairs);
    },
  };
  return { asked, pairReader };
};

/** `unknown` is a text in a language that the reader does not know. */
const stage = (relate: PairReader['relate'] | null, unknown?: string) => {
  const compared: ComparedPair[] = [];
  const language = {
    readable: async (_tenant: unknown, pairs: readonly Pick<ComparedPair, 'older' | 'newer'>[]) =>
      pairs.map(({ older, newer }) => {
        const alike = newer.startsWith('two ways') ? { alike: 'one way' } : {};
        return newer === unknown ? null : { older, newer, ...alike };
      }),
    async compare(_tenant: unknown, pairs: readonly ComparedPair[]) {
      compared.push(...pairs);
      return pairs.map(
        ({ relations }): Comparison => (relations ? { verdict: 'replaces', sure: relations.conflict } : unrelated),
      );
    },
  };
  const { asked, pairReader } = readerOver(relate ?? (async () => []));
  const dependencies = { language, pairReader: relate && pairReader };
  return { asked, compared, compare: (pairs: readonly Pair[]) => comparePairs(tenant, pairs, dependencies) };
};

const readsAll: PairReader['relate'] = async (_tenant, pairs) => pairs.map(() => read);

describe('pairs', () => {
  it('are compared by their text alone without a reader', async () => {
    const { compare } = stage(null);
    expect(await compare([pair('ten', 'nine'), pair('Tea.', 'tea')])).toEqual([
      unrelated,
      { verdict: 'same', sure: 1 },
    ]);
  });

  it('are read once more where a quantity is written in two ways, in one call', async () => {
    const first: PairReader['relate'] = async (_tenant, pairs) =>
      pairs.map(([, newer], at) => ({ ...read, same: newer === 'one way' ? 0.09 : 0.01 * at }));
    const { asked, compared, compare } = stage(first);
    await compare([
      pair('nine eggs', 'ten eggs', 2),
      pair('two ways', 'ten ways', 1),
      pair('eight eggs', 'ten eggs', 0),
    ]);
    expect(asked).toHaveLength(1);
    expect(compared.map(({ newer, relations, alike }) => [newer, relations?.same, alike])).toEqual([
      ['nine eggs', 0, undefined],
      ['two ways', 0.01, 0.09],
      ['eight eggs', 0.03, undefined],
    ]);
  });

  it('are read once more only where they are the first eight of those written in two ways', async () => {
    const { asked, compared, compare } = stage(readsAll);
    const pairs = Array.from({ length: 120 }, (_, place) => pair(`two ways ${place}`, `old ways ${place}`, place));
    await compare([...pairs, pair('plain', 'old', 999)]);
    expect(asked[0]?.filter(([, newer]) => newer === 'one way').map(([older]) => older)).toEqual(
      Array.from({ length: 8 }, (_, nth) => `old ways ${119 - nth}`),
    );
    expect(asked[0]).toHaveLength(24 + 8);
    expect(compared.filter(({ alike }) => alike !== undefined)).toHaveLength(8);
  });

  it('are read, the older first, and those of equal text are not', async () => {
    const { asked, compare } = stage(readsAll);
    expect(await compare([pair('Tea.', 'tea', 1), pair('ten', 'nine', 0)])).toEqual([
      { verdict: 'same', sure: 1 },
      { verdict: 'replaces', sure: 0.9 },
    ]);
    expect(asked).toEqual([[['nine', 'ten']]]);
  });

  it('are compared with what was read of them, and with whether one was said after the other', async () => {
    const { compared, compare } = stage(readsAll);
    await compare([{ ...pair('sorry, ten', 'at nine'), isAfter: true }]);
    expect(compared).toEqual([{ newer: 'sorry, ten', older: 'at nine', isAfter: true, relations: read }]);
  });

  it('ask nobody where there are none, or all are of equal text', async () => {
    const { asked, compared, compare } = stage(readsAll);
    expect(await compare([])).toEqual([]);
    expect(await compare([pair('tea', 'tea')])).toEqual([{ verdict: 'same', sure: 1 }]);
    expect([asked, compared]).toEqual([[], []]);
  });

  it('are read one for four statements, three at least and 24 at most', async () => {
    const { compare } = stage(readsAll);
    const readOf = async (statements: number) => {
      const pairs = Array.from({ length: 300 }, (_, place) =>
        pair(`my new house ${place % statements}`, `my old house ${1000 + place}`, place / 300),
      );
      return (await compare(pairs)).filter(({ verdict }) => verdict === 'replaces').length;
    };
    expect([await readOf(1), await readOf(12), await readOf(30), await readOf(200)]).toEqual([3, 3, 8, 24]);
  });

  it('are read where they are the nearest of all, and then those that share most of their words', async () => {
    const { asked, compare } = stage(readsAll);
    await compare([
      pair('I moved to Bern.', 'My flat is damp.', 0.8),
      pair('I moved to Bern.', 'Something else.', 0.9),
      pair('My red hens lay well.', 'My hens lay badly since the red fox came by.', 0.3),
      pair('My red hens lay well.', 'My red hens lay.', 0.4),
      pair('My red hens lay well.', 'I like red wine, white wine, bread and cheese of all kinds.', 0.7),
    ]);
    expect(asked[0]?.map(([older]) => older)).toEqual([
      'Something else.',
      'My red hens lay.',
      'My hens lay badly since the red fox came by.',
    ]);
  });

  it('are not read for the name of their speaker in both, but where one was said after the other', async () => {
    const { asked, compare } = stage(readsAll);
    await compare([
      pair('It rains.', 'We bake.', 0.9),
      { ...pair('Mara sings.', 'Mara runs.', 0.8), speaker: 'Mara' },
      { ...pair('No, at ten.', 'We meet at nine.', 0.3), isAfter: true },
    ]);
    expect(asked[0]?.map(([older]) => older)).toEqual(['We bake.', 'We meet at nine.']);
  });

  it('that nobody has to read leave their turn to the next', async () => {
    const { asked, compare } = stage(readsAll, 'closed hens');
    const closed = Array.from({ length: 6 }, (_, place) => pair('closed hens', `hens ${place}`, 0.9));
    await compare([...closed, ...['ten', 'nine', 'six'].map((count) => pair('two hens', `${count} hens`, 0.4))]);
    expect(asked[0]?.map(([older]) => older)).toEqual(['ten hens', 'nine hens', 'six hens']);
  });

  it('replace as surely as a judge says where one puts the other right, and nobody reads them', async () => {
    const right = { ...pair('sorry, ten', 'at nine', 1), isAfter: true, amends: 0.8 };
    for (const { asked, compared, compare } of [stage(readsAll), stage(null)]) {
      expect(await compare([right])).toEqual([{ verdict: 'replaces', sure: 0.8 }]);
      expect([asked, compared]).toEqual([[], []]);
    }
    expect(await stage(readsAll).compare([{ ...right, amends: 0.45 }])).toEqual([
      { verdict: 'may_replace', sure: 0.45 },
    ]);
    const { asked, compare } = stage(readsAll);
    expect(await compare([pair('five', 'four'), right])).toEqual([
      { verdict: 'replaces', sure: 0.9 },
      { verdict: 'replaces', sure: 0.8 },
    ]);
    expect(asked).toEqual([[['four', 'five']]]);
  });

  it('that put something right are none of those of which some are read', async () => {
    const { asked, compare } = stage(readsAll);
    const right = Array.from({ length: 30 }, (_, place) => ({ ...pair('new hut', `hut ${place}`, 1), amends: 0.7 }));
    const others = Array.from({ length: 3 }, (_, place) => pair('new hut', `old hut ${place}`));
    const found = await compare([...right, ...others]);
    expect(found.slice(30)).toEqual(others.map(() => ({ verdict: 'replaces', sure: 0.9 })));
    expect(asked[0]).toHaveLength(3);
  });

  it('are unrelated where nobody could read them, or is in another language', async () => {
    expect(await stage(async (_tenant, pairs) => pairs.map(() => null)).compare([pair('ten', 'nine')])).toEqual([
      unrelated,
    ]);
    const { asked, compare } = stage(readsAll, 'zehn');
    expect(await compare([pair('zehn', 'nine'), pair('ten', 'nine')])).toEqual([
      unrelated,
      { verdict: 'replaces', sure: 0.9 },
    ]);
    expect(asked).toEqual([[['nine', 'ten']]]);
  });
});

describe('a reader that remembers', () => {
  const half: PairReader['relate'] = async (_tenant, pairs) =>
    pairs.map(([older]) => (older === 'unreadable' ? null : { ...read, conflict: older.length / 10 }));
  const found = (conflict: number) => ({ ...read, conflict });

  it('reads each pair once, and answers in their order', async () => {
    const { asked, pairReader } = readerOver(half);
    const remembering = rememberPairs(pairReader);
    expect(await remembering?.relate(tenant, [['nine', 'ten']])).toEqual([found(0.4)]);
    const again = [
      ['eight', 'ten'],
      ['nine', 'ten'],
      ['ten', 'nine'],
    ] as const;
    expect(await remembering?.relate(tenant, again)).toEqual([found(0.5), found(0.4), found(0.3)]);
    expect(await remembering?.relate(tenant, again)).toEqual([found(0.5), found(0.4), found(0.3)]);
    expect(asked).toEqual([
      [['nine', 'ten']],
      [
        ['eight', 'ten'],
        ['ten', 'nine'],
      ],
    ]);
  });

  it('reads a pair once that is asked about twice in one call', async () => {
    const { asked, pairReader } = readerOver(half);
    const pairs = [
      ['nine', 'ten'],
      ['eight', 'ten'],
      ['nine', 'ten'],
      ['unreadable', 'ten'],
      ['unreadable', 'ten'],
    ] as const;
    expect(await rememberPairs(pairReader)?.relate(tenant, pairs)).toEqual([
      found(0.4),
      found(0.5),
      found(0.4),
      null,
      null,
    ]);
    expect(asked).toEqual([[pairs[0], pairs[1], pairs[3]]]);
  });

  it('asks no more about what could not be read', async () => {
    const { asked, pairReader } = readerOver(half);
    const remembering = rememberPairs(pairReader);
    for (const _ of [1, 2]) expect(await remembering?.relate(tenant, [['unreadable', 'ten']])).toEqual([null]);
    expect(asked).toHaveLength(1);
  });

  it('asks again where the reader failed', async () => {
    let isAway = true;
    const { pairReader } = readerOver((...given) => (isAway ? Promise.reject(new Error('away')) : half(...given)));
    const remembering = rememberPairs(pairReader);
    await expect(remembering?.relate(tenant, [['nine', 'ten']])).rejects.toThrow('away');
    isAway = false;
    expect(await remembering?.relate(tenant, [['nine', 'ten']])).toEqual([found(0.4)]);
  });

  it('is nobody where nobody reads', () => {
    expect(rememberPairs(null)).toBeNull();
  });
});

const known = (content: string, over: Partial<KnownFact> = {}): KnownFact => ({
  ...{ content, own: null, amends: null, hash: contentHash(content), textHash: contentHash(content) },
  ...{ words: wordsOf(content).words, vector: Float32Array.of(1), self: 'self', speaker: null, part: null },
  ...{ id: 'old', of: 1, occurredAt: NOON },
  ...over,
});

/** A fact of the same text; `message` is null where the text was not sent as messages. */
const said = (content: string, message: number | null, over: Partial<KnownFact> = {}): KnownFact =>
  known(content, { id: 'candidate 1', inText: { message }, ...over });

/** The two texts have this likeness; the model calls 0.8 the same. */
const likenessOf = (likeness: number): NearnessDependencies => ({
  language: { tellsOfSelf: (text) => text.startsWith('I ') },
  comparer: {
    likeness: () => likeness,
    calibration: { lo: 0, hi: 1, same: 0.8, alpha: 0.5, scale: { doubtful: 0.2, clear: 0.6 } },
  },
});

/** Null where the two are no pair. */
const pairOf = (statement: KnownFact, fact: KnownFact, { likeness = 0.8, isToldAfter = false } = {}) => {
  const told = new Set(isToldAfter ? [fact.id] : []);
  return nearPairs(statement, [fact], told, likenessOf(likeness))[0]?.pair ?? null;
};

const [tea, coffee] = [known('Ann likes tea.'), said('Ann likes coffee.', null)];

describe('a statement and a fact', () => {
  it('are a pair as they are read, the nearer the more alike', () => {
    const pair = pairOf(coffee, tea);
    expect(pair).toMatchObject({ older: 'Ann likes tea.', newer: 'Ann likes coffee.', near: 1 });
    expect(pair).not.toHaveProperty('isAfter');
    expect(pair).not.toHaveProperty('amends');
    expect(pairOf(coffee, tea, { likeness: 0.4 })).toMatchObject({ near: 0.5 });
  });

  it('are pairs with each fact that is near, in their order', () => {
    const [far, same] = [
      known('Ann has a dog.', { id: 'far', vector: null }),
      known('Ann likes coffee.', { id: 'same' }),
    ];
    const pairs = nearPairs(coffee, [tea, far, same], new Set(), likenessOf(0.4));
    expect(pairs.map(({ fact, pair }) => [fact.id, pair.near])).toEqual([
      ['old', 0.5],
      ['same', 1],
    ]);
    expect(pairs.every(({ statement }) => statement === coffee)).toBe(true);
  });

  it('are no pair where both are far, unless one was told right after the other', () => {
    expect(pairOf(coffee, tea, { likeness: 0.12 })).toBeNull();
    expect(pairOf(coffee, tea, { likeness: 0.1, isToldAfter: true })).toMatchObject({ near: 0.125 });
    expect(pairOf(coffee, tea, { likeness: -0.2, isToldAfter: true })).toMatchObject({ near: 0 });
  });

  it('are far without vectors, unless both are the same text', () => {
    const without = { vector: null };
    expect(pairOf(said('Ann likes coffee.', null, without), tea)).toBeNull();
    expect(pairOf(coffee, known('Ann likes tea.', without))).toBeNull();
    expect(pairOf(said('ann likes tea', null, without), tea)).toMatchObject({ near: 1 });
  });

  it('are no pair of what a person and what the assistant said', () => {
    const assistants = { speaker: 'assistant' };
    expect(pairOf(coffee, known('Ann likes tea.', assistants))).toBeNull();
    expect(pairOf(said('Ann likes coffee.', null, assistants), tea)).toBeNull();
    expect(pairOf(said('Ann likes coffee.', null, assistants), known('Ann likes tea.', assistants))).not.toBeNull();
  });

  it("are no pair with another speaker's first person, even where one was told right after the other", () => {
    const [ann, ben] = [{ speaker: 'Ann' }, { speaker: 'Ben' }];
    const told = { isToldAfter: true };
    expect(pairOf(said('I like tea.', null, ben), known('I like tea.', ann), told)).toBeNull();
    expect(pairOf(said('I like tea.', null, ben), known('Ann likes tea.', ann), told)).toBeNull();
    expect(pairOf(said('Ann likes coffee.', null, ben), known('I like tea.', ann), told)).toBeNull();
    expect(pairOf(said('I like coffee.', null, ann), known('I like tea.', ann))).not.toBeNull();
    expect(pairOf(said('Ann likes coffee.', null, ben), known('Ann likes tea.', ann))).not.toBeNull();
    expect(pairOf(said('Ann likes coffee.', null, { self: 'self:ben' }), tea)).toBeNull();
  });
});

describe('statements of one text', () => {
  const [red, van] = ['The van is red.', 'The red van is old.'];

  it('of one message are a pair only where the earlier has all words of the later', () => {
    expect(pairOf(said('Ann likes coffee.', 2), said('Ann likes tea.', 2))).toBeNull();
    expect(pairOf(said(van, 2), said(red, 2))).toBeNull();
    expect(pairOf(said(red, 2), said(van, 2))).toMatchObject({ older: van, newer: red });
    expect(pairOf(said('!', 2, { words: [] }), said('Ann likes tea.', 2))).toBeNull();
  });

  it('of several messages are as any other two', () => {
    expect(pairOf(said('Ann likes coffee.', 2), said('Ann likes tea.', 1))).not.toBeNull();
    expect(pairOf(said('Ann likes coffee.', 2), said('Ann likes tea.', 1), { likeness: 0.12 })).toBeNull();
  });

  it('that was not sent as messages are of one', () => {
    expect(pairOf(said('Ann likes coffee.', null), said('Ann likes tea.', null))).toBeNull();
    expect(pairOf(said(red, null), said(van, null))).not.toBeNull();
  });

  it('were not told right before each other by being told last', () => {
    const far = { likeness: 0.12, isToldAfter: true };
    expect(pairOf(said('Ann likes coffee.', 2), said('Ann likes tea.', 1), far)).toBeNull();
  });
});

describe('a statement beside very many', () => {
  const many = (content: string, message: number | null) =>
    Array.from({ length: 200 }, (_, place) => said(content, message, { id: `${content} ${place}` }));
  const idsOf = (statement: KnownFact, facts: readonly KnownFact[], likeness: (fact: Float32Array) => number) => {
    const near = likenessOf(0.8);
    const comparer = { ...near.comparer, likeness: (_statement: Float32Array, fact: Float32Array) => likeness(fact) };
    return nearPairs(statement, facts, new Set(), { ...near, comparer }).map(({ fact }) => fact.id);
  };

  it('of the same text is a pair with the first eight', () => {
    const ids = idsOf(said('I moved.', null), many('I moved.', null), () => 0.8);
    expect(ids).toEqual(Array.from({ length: 8 }, (_, place) => `I moved. ${place}`));
  });

  it('is a pair with the eight nearest, in their order, besides those of the same text', () => {
    const others = Array.from({ length: 200 }, (_, place) =>
      known(`I moved to house ${place}.`, { id: String(place), vector: Float32Array.of(place % 20 === 7 ? 0.9 : 0.5) }),
    );
    const facts = [...others, ...many('Yes.', 1), known('I have moved!', { id: 'same' })];
    const ids = idsOf(said('I have moved.', 2), facts, (fact) => fact[0] ?? 0);
    expect(ids.at(-1)).toBe('same');
    expect(idsOf(said('I have moved.', 2), others, (fact) => fact[0] ?? 0)).toEqual(
      [7, 27, 47, 67, 87, 107, 127, 147].map(String),
    );
  });

  it('that puts one of them right reads each only once, and of a long one the beginning', () => {
    let reads = 0;
    const content = `${'The dentist has a chair. '.repeat(100)}The dentist is on Tuesday.`;
    const long = {
      ...known(''),
      get content() {
        reads += 1;
        return content;
      },
    };
    const sorry = said('After "The dentist is on Tuesday.": sorry, noon', 2, {
      ...{ own: 'sorry, noon', amends: { told: 'The dentist is on Tuesday.', sure: 0.7 } },
    });
    const facts = [long, known('The dentist is on Tuesday.', { id: 'told' })];
    for (let time = 0; time < 50; time += 1) expect(idsOf({ ...sorry }, facts, () => 0.8)).toEqual(['told']);
    expect(reads).toBe(1);
    expect(idsOf(sorry, [long], () => 0)).toEqual([]);
  });
});

describe('what is kept with what was said before', () => {
  const content = 'After "The train leaves on Friday (10 April 2026) at nine": sorry, Thursday.';
  const newer = said(content, null, { own: 'Sorry, Thursday.' });

  it('is read without that beside it, whatever dates stand there', () => {
    for (const on of ['Friday', 'Friday (10 April 2026)', 'Friday (tomorrow)']) {
      const older = `The train leaves on ${on} at nine.`;
      expect(pairOf(newer, known(older))).toMatchObject({ older, newer: 'Sorry, Thursday.', isAfter: true, near: 1 });
    }
  });

  it('is read as a whole beside another', () => {
    const pair = pairOf(newer, tea);
    expect(pair).toMatchObject({ older: tea.content, newer: content, near: 1 });
    expect(pair).not.toHaveProperty('isAfter');
  });

  it('is not said after what its own words say, however long they are', () => {
    const own = `sorry, ${'the train leaves at nine, '.repeat(2000)}I think.`;
    const older = `The train leaves at nine${', the train leaves at nine'.repeat(30)}`;
    const long = said(`Z"oe: ${own}`, null, { own, speaker: 'Z"oe' });
    expect(pairOf(long, known(older))).not.toHaveProperty('isAfter');
    expect(pairOf(said(`After "It rains.": ${own}`, null, { own }), known(older))).not.toHaveProperty('isAfter');
    expect(pairOf(said(`After "It rains.": ${own}`, null, { own }), known('It rains'))).toHaveProperty('isAfter');
  });

  it('is not looked through where very much stands before its own words', () => {
    const before = 'The train leaves at nine, '.repeat(100);
    const own = 'Sorry, at ten.';
    const newer = said(`After "${before}": ${own}`, null, { own });
    expect(pairOf(newer, known('The train leaves at nine'))).not.toHaveProperty('isAfter');
  });

  it('is said after nothing that says nothing', () => {
    for (const empty of ['', '…', ' (2026-04-10)']) expect(pairOf(newer, known(empty))).not.toHaveProperty('isAfter');
  });
});

describe('what puts right what was said before', () => {
  const told = 'We meet on Friday at nine.';
  const sorry = (over: Partial<KnownFact> = {}) =>
    said(`After "${told}": oh, I meant Thursday`, 2, {
      ...{ own: 'I meant Thursday', amends: { told, sure: 0.7 } },
      ...over,
    });

  it('puts that right as surely as the judge is of it, however far both are', () => {
    const pair = { older: told, amends: 0.7 };
    expect(pairOf(sorry(), known(told))).toMatchObject({ ...pair, near: 1 });
    expect(pairOf(sorry(), known(told), { likeness: 0 })).toMatchObject({ ...pair, near: 1 });
    expect(pairOf(sorry(), said(told, 1), { likeness: 0 })).toMatchObject(pair);
  });

  it('puts that right within what was said with it, and with a date beside it', () => {
    for (const older of [`Ann has a dog. ${told}`, 'We meet on Friday (10 April 2026) at nine.'])
      expect(pairOf(sorry(), known(older))).toMatchObject({ older, amends: 0.7 });
  });

  it('puts no other fact right, and is compared with it as a whole', () => {
    for (const older of ['We meet on Monday at ten.', 'Ann likes tea.']) {
      const pair = pairOf(sorry(), known(older));
      expect(pair).toMatchObject({ older, newer: sorry().content });
      expect(pair).not.toHaveProperty('amends');
      expect(pair).not.toHaveProperty('isAfter');
    }
  });

  it('puts right what is kept without the name of who said it', () => {
    const mara = { speaker: 'Mara' };
    const labelled = sorry({ ...mara, amends: { told: `Mara: ${told}`, sure: 0.9 } });
    expect(pairOf(labelled, known(told, mara))).toMatchObject({ older: told, amends: 0.9 });
    expect(pairOf(labelled, tea)).not.toHaveProperty('amends');
  });

  it('puts nothing right that says nothing, and nothing where nothing was said', () => {
    for (const empty of ['', '…', ' (2026-04-10)']) {
      expect(pairOf(sorry(), known(empty))).not.toHaveProperty('amends');
      expect(pairOf(sorry({ amends: { told: empty, sure: 0.9 } }), tea)).not.toHaveProperty('amends');
    }
  });

  it('is no pair where both are far, and the fact is another', () => {
    expect(pairOf(sorry(), tea, { likeness: 0.12 })).toBeNull();
  });

  it("puts nothing right that is another's first person", () => {
    const of = sorry({ speaker: 'Ben', amends: { told: 'I like tea.', sure: 0.9 } });
    expect(pairOf(of, known('I like tea.', { speaker: 'Ann' }))).toBeNull();
  });
});

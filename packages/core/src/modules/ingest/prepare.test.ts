import type { ComparedPair, Comparison, Relations } from '@hippocamp/shared/language/comparison';
import { nothingRead, type TextReading } from '@hippocamp/shared/language/reading';
import { describe, expect, it } from 'vitest';
import type { Extraction } from '../../ports/extractor.js';
import type { PairReader } from '../../ports/pair-reader.js';
import type { KnownMemory, NewMemory } from '../../ports/records.js';
import { minutesAfter, NOON, newMemory, recordOf, sequentialIds, tenantNamed } from '../../testing/builders.js';
import { wordsOf } from '../../testing/comparing.js';
import { contentHash, type ReadableMemory } from '../facts/facts.js';
import { type Candidate, type Candidates, factsAs, type Proposal } from './candidates.js';
import { decide } from './decide.js';
import { isMoved, type PreparedText, type PreparingDependencies, prepare } from './prepare.js';

const tenant = tenantNamed('acme');
const readingOf = (content: string) => ({ ...nothingRead, ...wordsOf(content) });

const candidate = (content: string, over: Partial<Extraction> = {}): Candidate => ({
  extraction: {
    ...{ content, memoryType: 'semantic', importance: 0.5, confidence: 0.8, tags: [], sourceSpan: content },
    ...{ start: 0, end: content.length, rationale: 'test', context: null },
    ...over,
  },
  reading: readingOf(content),
  kept: { ...readingOf(content), by: 'test' },
  hash: contentHash(content),
});

const together = (...said: string[]) => {
  const content = said.join(' ');
  const places = said.map((words) => ({ start: content.indexOf(words), end: content.indexOf(words) + words.length }));
  const statements = places.map(({ start, end }) => ({ start, end, ...wordsOf(content.slice(start, end)) }));
  return { content, places, reading: { ...readingOf(content), statements } };
};

const of = (candidates: Candidate[], over: Partial<Candidates> = {}): Candidates => ({
  ...{ tenant, ownerEntityId: null, actorId: undefined, artifactId: null, candidates, latest: [], sought: {} },
  ...over,
});

const memory = (id: string, content: string, over: Partial<NewMemory> = {}): KnownMemory => ({
  ...recordOf(newMemory(id, { content, contentHash: contentHash(content), ...over })),
});

const knowing = (known: readonly KnownMemory[]) => ({
  knownBy: async () => [...known],
  knownVersions: async () => known.map(({ id, version }) => ({ id, version })),
});

/** Readings by memory id; others are read as their words. */
const knowingOf = (readings: Record<string, TextReading> = {}) => ({
  ofMemories: async (_tenant: unknown, memories: readonly ReadableMemory[]) =>
    new Map(memories.map(({ id, content }) => [id, readings[id] ?? readingOf(content)])),
});

const topics = ['tea', 'train'];

/** Texts of one topic are near each other. */
const embed = async (contents: readonly string[]) =>
  contents.map((content) => Float32Array.from(topics, (topic) => (content.includes(topic) ? 1 : 0)));

const likeness = (first: Float32Array, second: Float32Array) =>
  first.reduce((sum, value, place) => sum + value * (second[place] ?? 0), 0);

const read: Relations = { same: 0, conflict: 0.9, different: 0.1 };

/** Reads each pair as a change, and keeps the pairs. */
const stage = (known: readonly KnownMemory[], over: Partial<Record<keyof PreparingDependencies, unknown>> = {}) => {
  const asked: string[] = [];
  const pairReader: PairReader = {
    async relate(_tenant, pairs) {
      asked.push(...pairs.map(([older, newer]) => `${older} / ${newer}`));
      return pairs.map(() => read);
    },
  };
  const language = {
    readable: async <Texts>(_tenant: unknown, pairs: readonly Texts[]) => [...pairs],
    compare: async (_tenant: unknown, pairs: readonly ComparedPair[]) =>
      pairs.map((): Comparison => ({ verdict: 'replaces', sure: read.conflict })),
    tellsOfSelf: (text: string) => text.startsWith('I '),
  };
  const dependencies = {
    ...{ language, pairReader, facts: knowingOf() },
    comparer: { likeness, calibration: { same: 0.8 } },
    embedMemories: (_tenant: unknown, contents: readonly string[]) => embed(contents),
    ...over,
  } as unknown as PreparingDependencies;
  const told: PreparedText = { occurredAt: NOON, carried: [], before: new Map(), messageAt: () => null };
  return {
    asked,
    language,
    prepared: (candidates: Candidates, others: Partial<PreparedText> = {}) =>
      prepare(candidates, { ...told, ...others }, knowing(known), dependencies),
  };
};

const relatedIn = (proposals: readonly Proposal[]) =>
  proposals.map(({ statements }) =>
    statements.flatMap(({ related }) => related.map(({ fact, comparison }) => `${comparison.verdict} ${fact.id}`)),
  );

const sameIn = (proposals: readonly Proposal[]) => proposals.map(({ same }) => same.map(({ id }) => id));

describe('fifty sentences of one pattern beside fifty others', () => {
  it('cost a bounded number of readings and comparisons', async () => {
    const compared: number[] = [];
    const language = {
      readable: async <Texts>(_tenant: unknown, pairs: readonly Texts[]) => [...pairs],
      compare: async (_tenant: unknown, pairs: readonly ComparedPair[]) => {
        compared.push(pairs.length);
        return pairs.map((): Comparison => ({ verdict: 'unrelated', sure: 1 }));
      },
      tellsOfSelf: () => false,
    };
    const sentences = (what: string) => Array.from({ length: 50 }, (_one, at) => `Ann owns a ${what} ${at} in tea.`);
    const known = sentences('kettle').map((content, at) => memory(`known ${at}`, content));
    const { asked, prepared } = stage(known, { language });
    await prepared(of(sentences('boat').map((content) => candidate(content))));
    expect(asked.length).toBeLessThanOrEqual(24);
    expect(compared.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(24);
  });
});

describe('a text of one sentence again and again', () => {
  it('is compared with a bounded number of facts, and each text is read once for its first person', async () => {
    const said = Array.from({ length: 30 }, () => 'I like tea.');
    const { content } = together(...said);
    const statements = said.map((words, at) => ({ start: at * 12, end: at * 12 + 11, ...wordsOf(words) }));
    const asked: string[] = [];
    const tellsOfSelf = (text: string) => {
      asked.push(text);
      return false;
    };
    const long = memory('long', 'tea '.repeat(2000), { speaker: 'Ben' });
    const { language } = stage([]);
    const { prepared } = stage([long], { language: { ...language, tellsOfSelf } });
    const reading = { ...readingOf(content), statements };
    const { proposals } = await prepared(
      of(['Ann', 'Bo', 'Cy'].map((speaker) => ({ ...candidate(content, { speaker }), reading }))),
    );
    const counts = proposals.flatMap((one) => one.statements.map(({ related }) => related.length));
    expect(counts).toHaveLength(90);
    expect(Math.max(...counts)).toBeLessThanOrEqual(16);
    expect(asked.map(({ length }) => length).sort()).toEqual([1000, 11]);
  });
});

describe('candidates', () => {
  it('are compared with what is near, and not with what is far', async () => {
    const { asked, prepared } = stage([memory('far', 'The train leaves.'), memory('near', 'Ann likes tea.')]);
    const { proposals } = await prepared(of([candidate('Ann likes green tea.')]));
    expect(asked).toEqual(['Ann likes tea. / Ann likes green tea.']);
    expect(relatedIn(proposals)).toEqual([['replaces near']]);
    expect(proposals).toMatchObject([{ id: 'candidate 0', same: [], kept: { by: 'test' } }]);
  });

  it('are compared with what was told last, however far, but for those after the first five', async () => {
    const related: string[][] = [];
    for (const place of Array.from({ length: 6 }).keys()) {
      const { asked, prepared } = stage([memory('last', 'Ann likes tea.'), memory('earlier', 'Ann likes milk.')]);
      const before = Array.from({ length: place }, () => candidate('Hm.', { confidence: 0.1 }));
      const { proposals } = await prepared(of([...before, candidate('No, at ten.')], { latest: ['last'] }));
      expect(asked).toEqual(place < 5 ? ['Ann likes tea. / No, at ten.'] : []);
      related.push(relatedIn(proposals).at(-1) ?? []);
    }
    expect(related).toEqual([...Array.from({ length: 5 }, () => ['replaces last']), []]);
  });

  it('are near to the same text without any vector, and nobody has to read both', async () => {
    const embedMemories = () => Promise.reject(new Error('away'));
    const { asked, prepared } = stage([memory('same', 'Ann likes tea.'), memory('near', 'Ann has tea.')], {
      embedMemories,
    });
    const { proposals } = await prepared(of([candidate('ann likes tea')]));
    expect(asked).toEqual([]);
    expect(relatedIn(proposals)).toEqual([['same same']]);
    expect(sameIn(proposals)).toEqual([['same']]);
  });

  it('name the oldest of the same text first', async () => {
    const at = (minutes: number) => ({ createdAt: minutesAfter(-minutes) });
    const { prepared } = stage([
      memory('b', 'Ann likes tea.', at(2)),
      memory('newest', 'Ann likes tea.', at(1)),
      memory('a', 'Ann likes tea.', at(2)),
      memory('oldest', 'Ann likes tea.', at(3)),
    ]);
    const { proposals } = await prepared(of([candidate('Ann likes tea.')]));
    expect(sameIn(proposals)).toEqual([['oldest', 'a', 'b', 'newest']]);
  });

  it("are not compared with another speaker's first person", async () => {
    const { asked, prepared } = stage([
      memory('of another', 'Ann: I like tea.', { speaker: 'Ann' }),
      memory('of another actor', 'I like black tea.', { metadata: { actorId: 'ann' } }),
      memory('own', 'Ben: I like milk tea.', { speaker: 'Ben' }),
    ]);
    const { proposals } = await prepared(of([candidate('Ben: I like green tea.', { speaker: 'Ben' })]));
    expect(asked).toEqual(['I like milk tea. / I like green tea.']);
    expect(relatedIn(proposals)).toEqual([['replaces own']]);
    const { proposals: ofActor } = await prepared(of([candidate('I like green tea.')], { actorId: 'ann' }));
    expect(relatedIn(ofActor)).toEqual([['replaces of another actor']]);
  });

  it('are compared with what the assistant said only where it says them', async () => {
    const assistants = { speaker: 'assistant' };
    const { prepared } = stage([
      memory('said', 'Ann likes tea.', { ...assistants, metadata: { actorId: 'any' } }),
      memory('told', 'Ann has tea.'),
    ]);
    const candidates = [candidate('Ann likes green tea.'), candidate('Ann has green tea.', assistants)];
    const { proposals } = await prepared(of(candidates));
    expect(relatedIn(proposals)).toEqual([['replaces told'], ['replaces said']]);
  });

  it('are compared with nothing where they are small talk, but known by equal text', async () => {
    const { asked, prepared } = stage([memory('old', 'Ah, tea.'), memory('near', 'Oh, tea.')]);
    const candidates = [candidate('ah, tea', { confidence: 0.19 }), candidate('Well, tea.', { confidence: 0.2 })];
    const { proposals } = await prepared(of(candidates, { latest: ['near'] }));
    expect(asked).toEqual(['Oh, tea. / Well, tea.', 'Ah, tea. / Well, tea.']);
    expect(relatedIn(proposals)).toEqual([[], ['replaces near', 'replaces old']]);
    expect(sameIn(proposals)).toEqual([['old'], []]);
  });

  it('are compared with those before them that have all their words', async () => {
    const { asked, prepared } = stage([]);
    const contents = ['Ann likes tea.', 'Ann likes green tea.', 'Green tea Ann likes.', 'Ann likes tea.'];
    const { proposals } = await prepared(of(contents.map((content) => candidate(content))));
    expect(relatedIn(proposals)).toEqual([
      [],
      [],
      ['replaces candidate 1'],
      ['same candidate 0', 'replaces candidate 1', 'replaces candidate 2'],
    ]);
    expect(sameIn(proposals)).toEqual([[], [], [], ['candidate 0']]);
    expect(asked).toContain('Ann likes green tea. / Ann likes tea.');
  });

  it('are compared with those of another message as with any other', async () => {
    const { asked, prepared } = stage([]);
    const candidates = ['Ann likes tea.', 'Ann has green tea.', 'Ann brews tea.'].map((content, place) =>
      candidate(content, { start: place * 10 }),
    );
    const messageAt = (place: number) => (place < 20 ? 0 : 1);
    const { proposals } = await prepared(of(candidates), { messageAt });
    expect(relatedIn(proposals)).toEqual([[], [], ['replaces candidate 0', 'replaces candidate 1']]);
    expect(asked).toEqual(['Ann likes tea. / Ann brews tea.', 'Ann has green tea. / Ann brews tea.']);
  });

  it('are compared with what their own message became before as with themselves', async () => {
    const { prepared } = stage([
      memory('own', 'Ann likes tea.'),
      memory('other', 'Ann has tea.'),
      memory('since', 'Tea.'),
    ]);
    const before = new Map([
      ['own', 20],
      ['other', 0],
    ]);
    const messageAt = (place: number) => (place < 20 ? 0 : 1);
    const candidates = [candidate('Ann brews tea.', { start: 25 }), candidate('Ann likes tea.', { start: 25 })];
    const { proposals } = await prepared(of(candidates, { latest: ['own', 'other', 'since'] }), { before, messageAt });
    expect(relatedIn(proposals)).toEqual([
      ['replaces other', 'replaces since'],
      ['replaces other', 'same own', 'replaces since'],
    ]);
  });

  it('are compared with what those of earlier parts say, where nothing of them is stored, by their messages', async () => {
    const { prepared } = stage([]);
    const { proposals: earlier } = await prepared(of([candidate('Ann likes tea.')]));
    const said = earlier.flatMap(({ statements }) => statements.map(({ statement }) => statement));
    const carried = factsAs(said, 'carried', NOON);
    const candidates = ['Ann has tea.', 'Ann likes tea.', 'Ann brews tea.'].map((content) => candidate(content));
    const { proposals } = await prepared(of(candidates), { carried });
    expect(relatedIn(proposals)).toEqual([['replaces carried'], ['same carried'], []]);
    expect(sameIn(proposals)).toEqual([[], ['carried'], []]);
    const { proposals: later } = await prepared(of([candidate('Ann brews tea.')]), {
      carried: carried.map((fact) => ({ ...fact, inText: { message: 0 } })),
      messageAt: () => 1,
    });
    expect(relatedIn(later)).toEqual([['replaces carried']]);
  });

  it('are compared statement by statement', async () => {
    const { content, places, reading } = together('Ann likes tea.', 'The train leaves.');
    const { prepared } = stage([memory('both', content)], { facts: knowingOf({ both: reading }) });
    const { proposals } = await prepared(of([{ ...candidate(`${content}!`), reading }, candidate('Ann brews tea.')]));
    const facts = proposals.map((one) =>
      one.statements.map(({ related }) =>
        related.map(({ fact, comparison }) => [comparison.verdict, fact.part, fact.of]),
      ),
    );
    expect(facts).toEqual([[[['same', places[0], 2]], [['same', places[1], 2]]], [[['replaces', places[0], 2]]]]);
  });

  it('of several statements are known by the same text, all of it, even where they are small talk', async () => {
    const { content, reading } = together('Ann likes tea.', 'The train leaves.');
    const { asked, prepared } = stage([memory('both', content)], { facts: knowingOf({ both: reading }) });
    const again = { ...candidate(`${content}!`, { confidence: 0.1 }), reading };
    const part = candidate('The train leaves.', { confidence: 0.1 });
    const other = candidate('Ann likes tea. The train is late.', { confidence: 0.1 });
    const { proposals } = await prepared(of([again, part, other]));
    expect(asked).toEqual([]);
    expect(sameIn(proposals).map((ids) => [...new Set(ids)])).toEqual([['both'], ['both', 'candidate 0'], []]);
    const ids = sequentialIds();
    const deciding = { occurredAt: NOON, now: NOON, anyoneReplaces: false, nextId: ids.next };
    expect(decide(proposals, deciding)).toMatchObject([
      { status: 'duplicate', memoryId: 'both' },
      { status: 'duplicate', memoryId: 'both' },
      { status: 'new' },
    ]);
  });

  it('are read without what was said before, where they are kept with it', async () => {
    const content = 'After "Ann likes tea": no, milk.';
    const { asked, prepared } = stage([memory('asked', 'Ann likes tea.')]);
    await prepared(of([candidate(content, { sourceSpan: '– no, milk.' })]));
    await prepared(of([candidate(content)]));
    expect(asked).toEqual(['Ann likes tea. / no, milk.', `Ann likes tea. / ${content}`]);
  });

  it('put right what was said before, and nobody has to read both', async () => {
    const [told, content] = ['The train leaves on Friday.', 'After "The train leaves on Friday.": I meant Thursday'];
    const { asked, prepared } = stage([memory('told', told), memory('other', 'The train leaves at nine.')]);
    const amending = candidate(content, { sourceSpan: 'I meant Thursday', amends: { told, sure: 0.8 } });
    const { proposals } = await prepared(of([amending]));
    expect(asked).toEqual([]);
    const found = proposals.flatMap(({ statements }) => statements.flatMap(({ related }) => related));
    expect(found.map(({ fact, comparison }) => [fact.id, comparison])).toEqual([
      ['told', { verdict: 'replaces', sure: 0.8 }],
    ]);
  });
});

describe('what is known beside candidates', () => {
  const [first, second] = [memory('first', 'Ann likes tea.'), memory('second', 'Ann has tea.')];
  const candidates = of([candidate('Ann likes green tea.')]);
  const moved = async (now: readonly KnownMemory[]) => {
    const prepared = await stage([first, second]).prepared(candidates);
    return isMoved(knowing(now), candidates, prepared);
  };

  it('is read where it is short: a long text says nothing to compare, and one that was cut is not all here', async () => {
    const read: string[][] = [];
    const facts = {
      async ofMemories(_tenant: unknown, memories: readonly ReadableMemory[]) {
        read.push(memories.map(({ id }) => id));
        return new Map();
      },
    };
    const long = memory('long', 'Ann likes tea. '.repeat(100));
    await stage([long, first], { facts }).prepared(candidates);
    expect(read).toEqual([['first']]);
  });

  it('has moved where others are found, or one has changed', async () => {
    expect(await moved([first, second])).toBe(false);
    expect(await moved([second, first])).toBe(false);
    expect(await moved([first])).toBe(true);
    expect(await moved([first, second, memory('third', 'Ann brews tea.')])).toBe(true);
    expect(await moved([first, { ...second, version: 2 }])).toBe(true);
  });

  it('is looked up again without its texts, by what the candidates are sought by, of their owner', async () => {
    const given: unknown[] = [];
    const memories = {
      async knownVersions(...sought: unknown[]) {
        given.push(sought);
        return [];
      },
    };
    const sought = { hashes: ['one'] };
    const owned = of([], { ownerEntityId: 'an owner', sought });
    expect(await isMoved(memories, owned, { proposals: [], versions: '' })).toBe(false);
    expect(given).toEqual([['an owner', sought]]);
  });
});

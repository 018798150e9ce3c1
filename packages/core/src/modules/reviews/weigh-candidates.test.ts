import { nothingRead, type TextToRead } from '@hippocamp/shared/language/reading';
import { emptyVocabulary } from '@hippocamp/shared/scoring/lexical';
import { describe, expect, it } from 'vitest';
import type { PairReader } from '../../ports/pair-reader.js';
import type { MemoryRecord, Sought, TenantRepositories } from '../../ports/records.js';
import {
  NOON,
  newCandidate,
  newMemory,
  newReview,
  recordOf,
  sequentialIds,
  tenantNamed,
} from '../../testing/builders.js';
import { wordsOf } from '../../testing/comparing.js';
import { MOST_OF_TEXT } from '../ingest/pairs-to-read.js';
import { hasCandidate } from './reviewed-candidate.js';
import { createCandidateWeighing, type Weighed, type WeighingDependencies } from './weigh-candidates.js';

const tenant = tenantNamed('acme');
const ids = sequentialIds();

const nothingWeighed = (): Weighed => ({
  reviews: [],
  candidates: {
    ...{ tenant, ownerEntityId: null, actorId: undefined, artifactId: null, candidates: [], latest: [], sought: {} },
  },
  prepared: null,
});

/** `known` is read anew at each look. */
const stage = (known: () => { id: string; version: number }[]) => {
  const memories = {
    knownBy: async () => known().map((one) => ({ ...recordOf(newMemory(one.id)), ...one })),
    knownVersions: async () => known(),
  };
  const own = { memories } as unknown as TenantRepositories;
  const dependencies = {
    records: { forTenant: () => own },
    facts: { ofMemories: async () => new Map() },
    embedMemories: async (_tenant: unknown, contents: readonly string[]) => contents.map(() => null),
    language: { compare: async () => [], readable: async () => [] },
    ...{ pairReader: null, anyoneReplaces: true, clock: { now: () => NOON }, ids },
  } as unknown as WeighingDependencies;
  return { weighing: createCandidateWeighing(dependencies), own };
};

describe('weighing candidates', () => {
  it('goes one after the other of one owner, so that none moves what is known for the next', async () => {
    const [memory] = [{ id: ids.next(), version: 1 }];
    const { weighing, own } = stage(() => [memory]);
    const rounds: number[] = [];
    const accept = async () => {
      const weighed = nothingWeighed();
      let count = 0;
      await weighing.inTurn(tenant, weighed, async () => {
        count += 1;
        await weighing.decide(own, weighed);
        memory.version += 1;
      });
      rounds.push(count);
    };
    await Promise.all(Array.from({ length: 10 }, accept));
    expect(rounds).toEqual(Array.from({ length: 10 }, () => 1));
  });

  it('tells who asks to come again where others keep moving it', async () => {
    let version = 0;
    const id = ids.next();
    const { weighing, own } = stage(() => [{ id, version: version++ }]);
    const weighed = nothingWeighed();
    await expect(weighing.inTurn(tenant, weighed, () => weighing.decide(own, weighed))).rejects.toMatchObject({
      problem: 'conflict',
      extras: { retryAfter: 1 },
    });
  });
});

/** Beside each candidate stand `known`. */
const foreseeing = (known: readonly MemoryRecord[] = [], over: Partial<WeighingDependencies> = {}) => {
  const sought: number[] = [];
  const memories = {
    matching: async () => [],
    async knownBy(_owner: unknown, { hashes = [] }: Sought) {
      sought.push(hashes.length);
      return known.map((memory) => ({ ...memory }));
    },
  };
  const readingOf = (content: string) => ({ ...nothingRead, ...wordsOf(content) });
  const dependencies = {
    records: { forTenant: () => ({ memories }) },
    facts: {
      version: 'test',
      read: async (_tenant: unknown, texts: readonly TextToRead[]) => texts.map(({ content }) => readingOf(content)),
      ofMemories: async () => new Map(known.map(({ id, content }) => [id, readingOf(content)])),
    },
    vocabulary: { of: async () => emptyVocabulary },
    embedMemories: async (_tenant: unknown, contents: readonly string[]) => contents.map(() => Float32Array.of(1)),
    comparer: { embed: async () => [], likeness: () => 0.8, calibration: { same: 0.8 } },
    language: {
      compare: async (_tenant: unknown, pairs: readonly unknown[]) => pairs.map(() => ({ verdict: 'same', sure: 1 })),
      readable: async <Texts>(_tenant: unknown, pairs: readonly Texts[]) => [...pairs],
      tellsOfSelf: () => false,
    },
    ...{ pairReader: null, anyoneReplaces: true, clock: { now: () => NOON }, ids },
    ...over,
  } as unknown as WeighingDependencies;
  return { weighing: createCandidateWeighing(dependencies), sought };
};

describe('foreseeing', () => {
  it('looks for what is known beside ten candidates at once', async () => {
    const reviews = Array.from({ length: 25 }, (_, place) =>
      newReview(`${place}`, { candidate: newCandidate(`House ${place}.`) }),
    );
    const { weighing, sought } = foreseeing();
    const foreseen = await weighing.foresee(tenant, reviews.filter(hasCandidate));
    expect(foreseen.size).toBe(25);
    expect(sought).toEqual([10, 10, 5]);
  });

  it.each([
    ['one owner', () => null],
    ['an owner each', () => ids.next()],
  ])('costs the model no more than one text where the reviews are of %s', async (_whose, ownerOf) => {
    let read = 0;
    const pairReader: PairReader = {
      async relate(_tenant, pairs) {
        read += pairs.length;
        return pairs.map(() => null);
      },
    };
    const known = Array.from({ length: 5 }, (_, place) =>
      recordOf(newMemory(ids.next(), { content: `Mara lives in house ${place}.` })),
    );
    const { weighing } = foreseeing(known, { pairReader });
    const reviews = Array.from({ length: 40 }, (_, place) =>
      newReview(`${place}`, { ownerEntityId: ownerOf(), candidate: newCandidate(`Mara lives in hut ${place}.`) }),
    );
    const foreseen = await weighing.foresee(tenant, reviews.filter(hasCandidate));
    expect(foreseen.size).toBe(40);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(2 * MOST_OF_TEXT);
  });
});

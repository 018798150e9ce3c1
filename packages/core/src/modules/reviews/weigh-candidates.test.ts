import { nothingRead } from '@hippocamp/shared/language/reading';
import { emptyVocabulary } from '@hippocamp/shared/scoring/lexical';
import { describe, expect, it } from 'vitest';
import type { Sought, TenantRepositories } from '../../ports/records.js';
import {
  NOON,
  newCandidate,
  newMemory,
  newReview,
  recordOf,
  sequentialIds,
  tenantNamed,
} from '../../testing/builders.js';
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

describe('foreseeing', () => {
  it('looks for what is known beside ten candidates at once', async () => {
    const sought: number[] = [];
    const memories = {
      matching: async () => [],
      async knownBy(_owner: unknown, { hashes = [] }: Sought) {
        sought.push(hashes.length);
        return [];
      },
    };
    const dependencies = {
      records: { forTenant: () => ({ memories }) },
      facts: {
        version: 'test',
        read: async (_tenant: unknown, texts: readonly unknown[]) => texts.map(() => nothingRead),
        ofMemories: async () => new Map(),
      },
      vocabulary: { of: async () => emptyVocabulary },
      embedMemories: async (_tenant: unknown, contents: readonly string[]) => contents.map(() => null),
      language: { compare: async () => [], readable: async () => [], tellsOfSelf: () => false },
      ...{ pairReader: null, anyoneReplaces: true, clock: { now: () => NOON }, ids },
    } as unknown as WeighingDependencies;
    const reviews = Array.from({ length: 25 }, (_, place) =>
      newReview(`${place}`, { candidate: newCandidate(`House ${place}.`) }),
    );
    const weighing = createCandidateWeighing(dependencies);
    const foreseen = await weighing.foresee(tenant, reviews.filter(hasCandidate));
    expect(foreseen.size).toBe(25);
    expect(sought).toEqual([10, 10, 5]);
  });
});

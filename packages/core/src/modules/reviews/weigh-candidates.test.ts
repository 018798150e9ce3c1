import { describe, expect, it } from 'vitest';
import type { TenantRepositories } from '../../ports/records.js';
import { NOON, newMemory, recordOf, sequentialIds, tenantNamed } from '../../testing/builders.js';
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

import { expect, it } from 'vitest';
import { newMemory, recordOf, tenantNamed } from '../../testing/builders.js';
import { MOST_UNITS } from '../retrieval/read-within.js';
import type { Recall, RecallRequest } from '../retrieval/recall.js';
import { createForgetService, type ForgetDependencies } from './forget-service.js';

const memory = recordOf(newMemory('0190b0a0-0000-7000-8000-000000000001', { content: 'The piano is black.' }));

const stage = ({ cut }: { cut: boolean }) => {
  const asked: RecallRequest[] = [];
  const recall: Recall = async (_tenant, request) => {
    asked.push(request);
    return {
      rankings: [],
      records: new Map([[memory.id, memory]]),
      cut,
      unreached: 0,
      unembedded: 0,
      milliseconds: {},
    };
  };
  const memories = { withHashes: async () => [], getMany: async () => [], withFacts: async () => [] };
  const service = createForgetService({
    recall,
    records: { forTenant: () => ({ memories }) },
    facts: { ofMemories: async () => new Map() },
    language: { toForget: async () => [{ kind: 'topic', text: 'piano' }], tellsOfSelf: () => false },
    claimReaders: [],
    clock: { now: () => new Date() },
  } as unknown as ForgetDependencies);
  const caller = { tenant: tenantNamed('acme'), scopes: new Set(['read'] as const), requestId: 'r' };
  return { asked, forget: async () => (await service.forget(caller, { text: 'piano', dryRun: true })).result };
};

it('memories to forget are read up to so many characters, and the answer says where others were left out', async () => {
  const some = stage({ cut: true });
  expect(await some.forget()).toMatchObject({ approximate: true, matches: [{ reason: 'names it' }] });
  expect(some.asked.map(({ units }) => units)).toEqual([MOST_UNITS]);
  expect(await stage({ cut: false }).forget()).not.toHaveProperty('approximate');
});

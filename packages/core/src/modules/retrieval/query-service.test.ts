import { memoryQuery } from '@hippocamp/shared/schemas/query';
import { knownSpeaker } from '@hippocamp/shared/scoring/lexical';
import { defaultWeights, wordsAlone } from '@hippocamp/shared/scoring/score';
import { expect, it } from 'vitest';
import { NOON, newMemory, recordOf, sequentialIds, tenantNamed } from '../../testing/builders.js';
import { defaultPolicies } from '../policies.js';
import { createQueryService } from './query-service.js';
import type { Recall } from './recall.js';

const ids = sequentialIds();
const tenant = tenantNamed('explained');

/** Resolves with the turns of the event loop meanwhile. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  await work();
  clearImmediate(next);
  return turns;
}

it('a hundred long memories full of names are explained while others go on', async () => {
  const content = 'AaA '.repeat(12_500);
  const memories = Array.from({ length: 100 }, () => recordOf(newMemory(ids.next(), { content })));
  const parts = { dense: 0, own: 0.5, context: 0.5, recency: 0, importance: 0, session: 0 };
  const ranked = memories.map(({ id }) => ({ id, score: 0.5, parts }));
  const scorer = { weights: defaultWeights, lo: 0, hi: 1, alpha: 0, scale: wordsAlone, namesSpeaker: true };
  const recalled = {
    rankings: [{ ranked, scorer, named: { speaker: knownSpeaker(tenant, 'Anwen'), periods: [] } }],
    records: new Map(memories.map((memory) => [memory.id, memory])),
    ...{ cut: false, unreached: 0, unembedded: 0, milliseconds: {} },
  };
  const service = createQueryService({
    recall: (async () => recalled) as unknown as Recall,
    policies: defaultPolicies,
    clock: { now: () => NOON },
    showTimes: false,
  });
  const caller = { tenant, scopes: new Set<never>(), requestId: 'test' };
  const input = memoryQuery.parse({ text: 'What does Anwen say?', k: 100, explain: true });
  let results = 0;
  const turns = await turnsOf(async () => {
    results = (await service.query(caller, input)).results.length;
  });
  expect(results).toBe(100);
  expect(turns).toBeGreaterThan(1);
});

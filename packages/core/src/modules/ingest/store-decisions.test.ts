import { MOST_CONTEXT_SOURCES } from '@hippocamp/shared/schemas/memories';
import { expect, it } from 'vitest';
import type { Extraction } from '../../ports/extractor.js';
import { NOON, newIngest, tenantNamed } from '../../testing/builders.js';
import { createAgeingRules } from '../ageing/rules.js';
import { defaultPolicies } from '../policies.js';
import type { Accepted } from './ingest-work.js';
import { noEarlierWords } from './session.js';
import { candidateMemory, type Spoken } from './store-decisions.js';

const sentence = 'I like red dogs. ';
const text = sentence.repeat(2000);

/** Each sentence of the text became a memory. */
const spoken = Array.from({ length: 2000 }, (_, place) => ({
  extraction: { start: place * sentence.length, end: (place + 1) * sentence.length - 1 },
  memoryId: `memory ${place}`,
}));

const memoryOf = (given: Pick<Extraction, 'start' | 'end' | 'context'>, before: readonly Spoken[] = spoken) => {
  const extraction = { content: 'Beagles.', sourceSpan: 'Beagles.', tags: [], ...given };
  const kept = { stems: [], selfNames: [] };
  const decision = { extraction, memoryId: 'it', replaced: [], replacedBy: null, kept } as unknown as Accepted;
  return candidateMemory(decision, before, {
    ...{ text, tenant: tenantNamed('acme'), extractorVersion: 'test', replacedWithin: new Map(), now: NOON },
    ...{ ingest: newIngest('trace', { request: { source: 'chat', metadata: {} } }), earlier: noEarlierWords },
    ageing: createAgeingRules(defaultPolicies),
  });
};
const sourcesOf = (given: Parameters<typeof memoryOf>[0]) => memoryOf(given).contextSourceIds;

const last = spoken.at(-1)?.extraction ?? { start: 0, end: 0 };

it('names as sources of a memory those whose words stand in its context', () => {
  const context = { start: last.start - 3 * sentence.length, end: last.start };
  expect(sourcesOf({ ...last, context })).toEqual(['memory 1996', 'memory 1997', 'memory 1998']);
  expect(sourcesOf({ ...last, context: null })).toEqual([]);
});

it('names the one that it quotes from far back, and not all that was said since', () => {
  const sources = sourcesOf({ ...last, context: { start: spoken[7]?.extraction.start ?? 0, end: last.start } });
  expect(sources).toContain('memory 7');
  expect(sources).toContain('memory 1998');
  expect(sources).not.toContain('memory 6');
  expect(sources.length).toBeLessThan(150);
});

it('has no context where more memories have a place in it than can be named', () => {
  const context = { start: last.start - sentence.length, end: last.start };
  const over = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ extraction: context, memoryId: `memory ${at}` }));
  const named = memoryOf({ ...last, context }, over(MOST_CONTEXT_SOURCES));
  expect(named.context).toBe(sentence);
  expect(named.contextSourceIds).toHaveLength(MOST_CONTEXT_SOURCES);
  const unnamed = memoryOf({ ...last, context }, over(MOST_CONTEXT_SOURCES + 1));
  expect(unnamed).toMatchObject({ context: null, contextSourceIds: [] });
});

import { describe, expect, it } from 'vitest';
import type { Extraction } from '../../ports/extractor.js';
import type { ArtifactRepository, DrawnMemory, TenantRepositories } from '../../ports/records.js';
import { NOON, newIngest, tenantNamed } from '../../testing/builders.js';
import { createAgeingRules } from '../lifecycle/rules.js';
import { defaultPolicies } from '../policies.js';
import { candidateMemory } from './candidate-memory.js';
import type { Accepted } from './decision.js';
import { earlierWords, noEarlierWords, sourcesOf, withoutGone } from './earlier-words.js';

const question = 'Are you allergic to anything?';
const places = [
  { artifactId: 'note', start: 0, end: 40 },
  { artifactId: 'asked', start: 10, end: 10 + question.length },
];
const text = 'Peanuts. And dust.';

const answer: Extraction = {
  ...{ content: `Asked "${question}": Peanuts.`, memoryType: 'semantic', importance: 0.5, confidence: 0.9, tags: [] },
  ...{ sourceSpan: 'Peanuts.', start: 0, end: 8, rationale: 'test', context: null, contextBefore: question },
};
const plain: Extraction = { ...answer, content: 'And dust.', sourceSpan: 'And dust.', start: 9, end: 18 };
delete plain.contextBefore;

const stage = (contents: Record<string, string>, drawn: DrawnMemory[] = []) =>
  ({
    artifacts: { get: async (id: string) => (contents[id] === undefined ? null : { content: contents[id] }) },
    memories: { drawnFrom: async () => drawn },
  }) as unknown as Pick<TenantRepositories, 'artifacts' | 'memories'> & { artifacts: ArtifactRepository };

const there = { note: 'x'.repeat(40), asked: `Good day. ${question}` };

describe('words of earlier messages', () => {
  it('stay in what is found while they stand there', async () => {
    expect(await withoutGone(stage(there), [answer, plain], places)).toBeNull();
    expect(await withoutGone(stage({}), [plain], places)).toBeNull();
  });

  it('go from it where they are gone', async () => {
    const [left, other] = (await withoutGone(stage({ note: there.note }), [answer, plain], places)) ?? [];
    expect(left?.content).toBe('Asked "███ ███ ████████ ██ ████████?": Peanuts.');
    expect(left).not.toHaveProperty('contextBefore');
    expect(other).toEqual(plain);
  });

  it('are not stored once they are gone', async () => {
    const gone = earlierWords(stage({ ...there, asked: '█'.repeat(60) }), [answer], places);
    await expect(gone).rejects.toThrow('deleted meanwhile');
    expect(await earlierWords(stage({}), [plain], places)).toEqual(noEarlierWords);
  });

  it('are those of the texts and memories that they reach', async () => {
    const drawn = (id: string, sourceArtifactId: string, start: number) =>
      ({ id, sourceArtifactId, span: { start, end: start + 5 }, context: null }) satisfies DrawnMemory;
    const all = [drawn('one', 'note', 0), drawn('two', 'asked', 0), drawn('three', 'asked', 12)];
    const earlier = await earlierWords(stage(there, all), [answer], places);
    expect(sourcesOf(earlier, question.length)).toEqual(['asked', 'three']);
    expect(sourcesOf(earlier, question.length + 1)).toEqual(['asked', 'note', 'one', 'three']);
  });
});

describe('the context of a memory', () => {
  const rowOf = (extraction: Extraction) => {
    const kept = { stems: [], selfNames: [] };
    const decision = { extraction, memoryId: 'it', replaced: [], replacedBy: null, kept } as unknown as Accepted;
    return candidateMemory(decision, [], {
      ...{ text, tenant: tenantNamed('acme'), extractorVersion: 'test', replacedWithin: new Map(), now: NOON },
      ...{ ingest: newIngest('trace', { request: { source: 'chat', metadata: {} } }), earlier: { places, spoken: [] } },
      ageing: createAgeingRules(defaultPolicies),
    });
  };

  it('begins with what was said before the text', () => {
    expect(rowOf(answer)).toMatchObject({ context: question, contextSourceIds: ['asked'] });
    expect(rowOf({ ...answer, context: { start: 0, end: 8 } })).toMatchObject({ context: `${question}\nPeanuts.` });
    expect(rowOf({ ...plain, context: { start: 0, end: 8 } })).toMatchObject({
      context: 'Peanuts.',
      contextSourceIds: [],
    });
  });

  it('is cut to its end', () => {
    const { context } = rowOf({ ...answer, contextBefore: '😀'.repeat(600), context: { start: 0, end: 8 } });
    expect([...(context ?? '')]).toHaveLength(500);
    expect(context?.endsWith('😀\nPeanuts.')).toBe(true);
  });
});

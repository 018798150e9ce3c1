import type { TextToDate } from '@hippocamp/shared/language/dating';
import { describe, expect, it } from 'vitest';
import type { Extraction } from '../../ports/extractor.js';
import type { IngestOrder, TenantRepositories } from '../../ports/records.js';
import { NOON, tenantNamed } from '../../testing/builders.js';
import { contentHash } from '../facts/facts.js';
import { dated, withoutSentBack } from './extract.js';

const said = (content: string, over: Partial<Extraction> = {}): Extraction => ({
  ...{ content, memoryType: 'semantic', importance: 0.5, confidence: 0.8, tags: [], sourceSpan: content },
  ...{ start: 0, end: content.length, rationale: 'test', context: null, speaker: null },
  ...over,
});

const known = new Set(['I live in Oslo.', 'Mara: I bake and sell cakes.'].map(contentHash));
/** How many wordings each statement of the database looked for. */
const asking: number[] = [];
const memories = {
  async sayingExactly(_owner: string | null, hashes: readonly string[]) {
    asking.push(hashes.length);
    return hashes.filter((hash) => known.has(hash));
  },
} as unknown as TenantRepositories['memories'];
const left = async (...extractions: Extraction[]) =>
  (await withoutSentBack(extractions, null, { memories })).map(({ content }) => content);

describe('what an agent sends back', () => {
  it.each([
    'I live in Oslo.',
    '<memory>I live in Oslo.</memory>',
    '2026-01-02: I live in Oslo.',
    '2026-01-02 (Mara): I bake and sell cakes.',
  ])('%s in a block was not said now', async (content) => {
    expect(await left(said(content, { inBlock: true }))).toEqual([]);
    expect(await left(said(`Jon: ${content}`, { inBlock: true, speaker: 'Jon' }))).toEqual([]);
  });

  it('is said again outside of a block, and a block may tell what nobody knows', async () => {
    expect(await left(said('I live in Oslo.'))).toEqual(['I live in Oslo.']);
    expect(await left(said('I live in Bergen.', { inBlock: true }))).toEqual(['I live in Bergen.']);
  });

  it('is looked for some hundreds at once', async () => {
    const many = Array.from({ length: 1200 }, (_, place) => said(`I have ${place} boats.`, { inBlock: true }));
    asking.length = 0;
    expect(await left(...many, said('I live in Oslo.', { inBlock: true }))).toHaveLength(1200);
    expect(asking).toEqual([500, 500, 201]);
  });
});

const text = 'I fly today.\nI sail today.';
const extraction = (content: string): Extraction => ({
  ...{ content, memoryType: 'episodic', importance: 0.5, confidence: 0.9, tags: [], sourceSpan: content },
  ...{ start: text.indexOf(content), end: text.indexOf(content) + content.length, rationale: 'test', context: null },
});
const extractions = [extraction('I fly today.'), extraction('I sail today.')];
const MARCH = '2026-03-02T08:00:00.000Z';
const MAY = '2026-05-02T08:00:00.000Z';

const asked = async (given: Partial<IngestOrder>, told = extractions) => {
  const seen: TextToDate[] = [];
  const order = { source: 'note', warnings: [], ...given } as unknown as IngestOrder;
  const found = await dated(
    tenantNamed('acme'),
    told,
    { text, order, ingest: { createdAt: NOON } },
    {
      resolveDates: async (_tenant, one) => {
        seen.push(one);
        return one.kept.map(({ content }) => content.replace('.', ' (that day).'));
      },
    },
  );
  return { found, seen };
};

describe('the dates of candidates', () => {
  it('change what a candidate says and nothing else of it', async () => {
    const { found } = await asked({});
    expect(found).toEqual([
      { ...extractions[0], content: 'I fly today (that day).' },
      { ...extractions[1], content: 'I sail today (that day).' },
    ]);
  });

  it('leave what it quotes where it ends, or move that end', async () => {
    const [first, second] = extractions.map((one) => ({ ...one, content: `Asked "When?": ${one.content}` }));
    if (!first || !second) throw new Error('two candidates');
    const told = [
      { ...first, quotedUntil: 15 },
      { ...second, quotedUntil: second.content.length },
      { ...first, content: 'Asked "I go.": Today', quotedUntil: 15 },
    ];
    const { found } = await asked({}, told);
    expect(found.map(({ quotedUntil }) => quotedUntil)).toEqual([15, found[1]?.content.length, 26]);
  });

  it('are seen from when the ingest came, in UTC', async () => {
    const { seen } = await asked({});
    expect(seen).toMatchObject([{ text, timeZone: 'UTC', kept: [{ at: NOON.toISOString(), start: 0, from: 0 }, {}] }]);
  });

  it('are seen from when it was said, in the zone of who said it', async () => {
    const { seen } = await asked({ occurredAt: MARCH, timeZone: 'Europe/Oslo' });
    expect(seen).toMatchObject([{ timeZone: 'Europe/Oslo', kept: [{ at: MARCH }, { at: MARCH }] }]);
  });

  it('are seen from the time of their message', async () => {
    const turn = { role: 'user' as const, name: null };
    const turns = [
      { ...turn, start: 0, end: 12, at: MAY },
      { ...turn, start: 13, end: text.length, at: null },
    ];
    const { seen } = await asked({ occurredAt: MARCH, turns });
    expect(seen).toMatchObject([
      {
        kept: [
          { at: MAY, start: 0, from: 0 },
          { at: MARCH, start: 13, from: 13 },
        ],
      },
    ]);
  });

  it('are seen from nowhere in a document that does not say when it was written', async () => {
    expect((await asked({ source: 'document' })).seen).toMatchObject([{ kept: [{ at: null }, { at: null }] }]);
    expect((await asked({ source: 'document', occurredAt: MAY })).seen).toMatchObject([{ kept: [{ at: MAY }, {}] }]);
  });
});

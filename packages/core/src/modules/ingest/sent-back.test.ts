import { expect, it } from 'vitest';
import type { Extraction } from '../../ports/extractor.js';
import type { TenantRepositories } from '../../ports/records.js';
import { contentHash } from '../memories/normalise.js';
import { withoutSentBack } from './sent-back.js';

const said = (content: string, over: Partial<Extraction> = {}): Extraction => ({
  ...{ content, memoryType: 'semantic', importance: 0.5, confidence: 0.8, tags: [], sourceSpan: content },
  ...{ start: 0, end: content.length, rationale: 'test', context: null, speaker: null },
  ...over,
});

const known = new Set(['I live in Oslo.', 'Mara: I bake and sell cakes.'].map(contentHash));
const memories = {
  sayingExactly: async (_owner: string | null, hashes: readonly string[]) => hashes.filter((hash) => known.has(hash)),
} as unknown as TenantRepositories['memories'];
const left = async (...extractions: Extraction[]) =>
  (await withoutSentBack(extractions, null, { memories })).map(({ content }) => content);

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

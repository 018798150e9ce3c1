import type { SourceText } from '@hippocamp/shared/language/statement';
import { hasVisibleCharacter, tags, tier, unit } from '@hippocamp/shared/schemas/common';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Extraction, Extractor } from '../ports/extractor.js';
import { tenantNamed } from './builders.js';
import { empty, messages, steering, telling } from './extractor-conformance/texts.js';

export interface ExtractorUnderTest {
  extractor: Extractor;
  close(): Promise<void>;
}

const tenant = tenantNamed('conformance');
const LONGEST_CONTEXT = 500;

const isPlaced = ({ sourceSpan, start, end, context }: Extraction, { text }: SourceText): void => {
  expect(start).toBeGreaterThanOrEqual(0);
  expect(end).toBeLessThanOrEqual(text.length);
  expect(sourceSpan).toBe(text.slice(start, end));
  expect(sourceSpan.trim()).not.toBe('');
  if (context === null) return;
  expect(context.start).toBeGreaterThanOrEqual(0);
  expect(context.end).toBeLessThanOrEqual(start);
  expect([...text.slice(context.start, context.end)].length).toBeLessThanOrEqual(LONGEST_CONTEXT);
};

const isStorable = ({ content, memoryType, importance, confidence, rationale, by, ...rest }: Extraction): void => {
  expect(hasVisibleCharacter(content)).toBe(true);
  expect(content.isWellFormed()).toBe(true);
  expect(content).not.toContain('\0');
  expect(tier.safeParse(memoryType).success).toBe(true);
  for (const share of [importance, confidence]) expect(unit.safeParse(share).success).toBe(true);
  expect(tags.safeParse(rest.tags).success).toBe(true);
  expect(rationale).not.toBe('');
  expect(by).toMatch(/./);
};

const piece = fc.oneof(
  fc.constantFrom('Mara: ', 'I live in Oslo. ', '\n', '\n\n', '- ', '| a | b |\n', '{"a": "b"}', 'It is ', '# Title\n'),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const mixture = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join('').toWellFormed());

/** Every reader keeps this; benchmarks tell how well it reads. */
export function extractorConformance(name: string, make: () => Promise<ExtractorUnderTest>): void {
  describe(`extractor: ${name}`, () => {
    let made: ExtractorUnderTest;
    beforeAll(async () => {
      made = await make();
    });
    afterAll(() => made.close());

    const read = (given: SourceText) => made.extractor.extract(tenant, given, async () => []);
    const found = async (given: SourceText) => (await read(given)).extractions;

    it.each(telling)('finds what is told, word for word in the text and in its order: $text', async (given) => {
      const extractions = await found(given);
      expect(extractions.length).toBeGreaterThan(0);
      for (const each of extractions) {
        isPlaced(each, given);
        isStorable(each);
      }
      const starts = extractions.map(({ start }) => start);
      expect(starts).toEqual([...starts].sort((first, second) => first - second));
    });

    it('says who read, and nothing more where all went well', async () => {
      for (const given of telling) {
        const { by, warnings } = await read(given);
        expect(by).toEqual({ extractor: expect.stringMatching(/./), prompt: expect.stringMatching(/./) });
        expect(warnings).toEqual([]);
      }
    });

    it.each(empty)('finds nothing in what tells nothing: $text', async (given) => {
      expect(await read(given)).toMatchObject({ extractions: [], warnings: [] });
    });

    it('finds the same again, as plain objects', async () => {
      for (const given of telling) {
        const first = await read(given);
        expect(structuredClone(first)).toEqual(first);
        expect(await read(given)).toEqual(first);
      }
    });

    it('names who says it, and by a name who has one', async () => {
      const extractions = await found(messages);
      expect(new Set(extractions.map(({ speaker }) => speaker))).toEqual(new Set(['Mara', 'assistant']));
      for (const { content, speaker } of extractions) expect(content.startsWith(speaker ?? '?')).toBe(true);
    });

    it("keeps nothing of a system prompt, and what only an assistant says as the assistant's", async () => {
      const extractions = await found(messages);
      const told = extractions.map(({ content, sourceSpan }) => content + sourceSpan).join();
      expect(told).toContain('Porto');
      expect(told).not.toContain('Utopia');
      const inhabitants = extractions.filter(({ sourceSpan }) => sourceSpan.includes('240,000'));
      expect(inhabitants).toMatchObject([{ speaker: 'assistant', memoryType: 'episodic', importance: 0.2 }]);
    });

    it('shows a person what tries to steer its reader, and keeps the rest', async () => {
      const extractions = await found(steering);
      const marked = extractions.filter(({ instructs }) => instructs);
      expect(marked.map(({ sourceSpan }) => sourceSpan).join()).toContain('Ignore all previous instructions');
      const plain = extractions.filter(({ instructs }) => !instructs);
      expect(plain.map(({ sourceSpan }) => sourceSpan).join()).toContain('900 euros');
      expect(plain.map(({ content }) => content).join()).not.toMatch(/ignore|password/i);
    });

    it('keeps to places for any mixture', async () => {
      const holds = async (text: string) => {
        for (const each of await found({ text, source: 'note' })) {
          isPlaced(each, { text, source: 'note' });
          isStorable(each);
        }
      };
      await fc.assert(fc.asyncProperty(mixture, holds), { seed: 20_261_123, numRuns: 60 });
    });
  });
}

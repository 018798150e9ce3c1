import { describe, expect, it } from 'vitest';
import type { Extraction } from '../../ports/extractor.js';
import type { MemoryRecord } from '../../ports/records.js';
import { corrected } from './corrected.js';

const extraction = (content: string, more: Partial<Extraction> = {}): Extraction => ({
  ...{ content, memoryType: 'semantic', importance: 0.5, confidence: 0.9, tags: [], rationale: '' },
  ...{ sourceSpan: content, start: 0, end: content.length, context: null },
  ...more,
});

const correction = extraction("It's 14, not 40.", { corrects: { now: '14', was: '40', opening: 'Put right: ' } });

/** What becomes of candidates where these memories were told last; and how often was looked. */
async function correctedBeside(extractions: readonly Extraction[], contents: readonly string[]) {
  let looked = 0;
  const memories = {
    matching: async () => {
      looked += 1;
      return contents.map((_, place) => String(place));
    },
    getMany: async () => contents.map((content) => ({ content }) as MemoryRecord),
  };
  const found = await corrected(extractions, {}, { memories: memories as never });
  return { contents: found.map(({ content }) => content), found, looked };
}

describe('what only puts something right', () => {
  it('is told in the words of what was told last', async () => {
    const { contents, found } = await correctedBeside([correction], ['Lunch is at one.', 'The hall holds 40 people.']);
    expect(contents).toEqual(['Put right: The hall holds 14 people.']);
    expect(found[0]?.sourceSpan).toBe("It's 14, not 40.");
    expect(found[0]).not.toHaveProperty('corrects');
  });

  it('is about what the same text said before it', async () => {
    const { contents } = await correctedBeside(
      [extraction('The room holds 40 people.'), correction],
      ['The hall holds 40 people.'],
    );
    expect(contents).toEqual(['The room holds 40 people.', 'Put right: The room holds 14 people.']);
  });

  it('is not told in the words of the assistant', async () => {
    const assistants = extraction('assistant: The room holds 40 people.', { speaker: 'assistant' });
    const { contents } = await correctedBeside([assistants, correction], ['The hall holds 40 people.']);
    expect(contents[1]).toBe('Put right: The hall holds 14 people.');
  });

  it('is put right in its place, whatever letters stand before it', async () => {
    const { contents } = await correctedBeside([correction], ['İlkay has room for 40 people.']);
    expect(contents).toEqual(['Put right: İlkay has room for 14 people.']);
  });

  it('stays as it was said where it may be about several', async () => {
    const { contents } = await correctedBeside([correction], ['The hall holds 40 people.', 'I am 40.']);
    expect(contents).toEqual(["It's 14, not 40."]);
  });

  it.each([['The hall holds 140 people.'], ['We meet at 8:40.'], ['Of 40 people 40 came.'], ['Lunch is at one.']])(
    'is left out where nothing says that: %s',
    async (known) => {
      expect((await correctedBeside([correction], [known])).contents).toEqual([]);
    },
  );

  it('costs nothing where nothing is put right', async () => {
    const { contents, looked } = await correctedBeside([extraction('I like tea.')], ['The hall holds 40 people.']);
    expect([contents, looked]).toEqual([['I like tea.'], 0]);
  });
});

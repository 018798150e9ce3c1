import { describe, expect, it } from 'vitest';
import type { Extraction } from '../../ports/extractor.js';
import type { MemoryRecord } from '../../ports/records.js';
import { corrected } from './corrections.js';

const candidate = (content: string, more: Partial<Extraction> = {}): Extraction => ({
  ...{ content, memoryType: 'semantic', importance: 0.5, confidence: 0.9, tags: [], rationale: '' },
  ...{ sourceSpan: content, start: 0, end: content.length, context: null },
  ...more,
});

const correction = candidate("It's 14, not 40.", { corrects: { now: '14', was: '40', opening: 'Put right: ' } });

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

  it('counts as judged only where it stays as it was said', async () => {
    const judged = { ...correction, isJudged: true };
    const whole = await correctedBeside([judged], ['The hall holds 40 people.']);
    expect(whole.found).toMatchObject([{ content: 'Put right: The hall holds 14 people.', isJudged: false }]);
    const several = await correctedBeside([judged], ['The hall holds 40 people.', 'Rex weighs 40 kilos.']);
    expect(several.found).toMatchObject([{ content: "It's 14, not 40.", isJudged: true }]);
  });

  it('is about what the same text said before it', async () => {
    const { contents } = await correctedBeside(
      [candidate('The room holds 40 people.'), correction],
      ['The hall holds 40 people.'],
    );
    expect(contents).toEqual(['The room holds 40 people.', 'Put right: The room holds 14 people.']);
  });

  it('may hold words of a known memory anywhere, and quotes no more than the same text did', async () => {
    const known = await correctedBeside([{ ...correction, quotedUntil: 0 }], ['The hall holds 40 people.']);
    expect(known.found[0]).not.toHaveProperty('quotedUntil');
    const said = 'The room holds 40 people.';
    const own = [candidate(said, { quotedUntil: 0 }), { ...correction, quotedUntil: 0 }];
    expect((await correctedBeside(own, [])).found).toMatchObject([{ quotedUntil: 0 }, { quotedUntil: 0 }]);
    const quoting = [candidate(said, { quotedUntil: 9 }), { ...correction, quotedUntil: 0 }];
    expect((await correctedBeside(quoting, [])).found[1]).not.toHaveProperty('quotedUntil');
    const several = await correctedBeside([{ ...correction, quotedUntil: 0 }], [said, 'Rex weighs 40 kilos.']);
    expect(several.found).toMatchObject([{ content: "It's 14, not 40.", quotedUntil: 0 }]);
  });

  it('is not told in the words of the assistant', async () => {
    const assistants = candidate('assistant: The room holds 40 people.', { speaker: 'assistant' });
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

  it('is put right beside signs of two units, which are no letters', async () => {
    expect((await correctedBeside([correction], ['Room for 🙂40🙂.'])).contents).toEqual([
      'Put right: Room for 🙂14🙂.',
    ]);
    expect((await correctedBeside([correction], ['Room for 𝐀40.'])).contents).toEqual([]);
  });

  const long = `The hall holds 40 people. ${'It has a stage. '.repeat(100)}`;

  it('is not told in the words of a long text, which say more, and stays as it was said', async () => {
    expect((await correctedBeside([correction], [long])).contents).toEqual(["It's 14, not 40."]);
    expect((await correctedBeside([candidate(long), correction], [])).contents).toEqual([long, "It's 14, not 40."]);
    const { contents } = await correctedBeside([correction], [long, 'The room holds 40 people.']);
    expect(contents).toEqual(['Put right: The room holds 14 people.']);
  });

  it('costs nothing where nothing is put right', async () => {
    const { contents, looked } = await correctedBeside([candidate('I like tea.')], ['The hall holds 40 people.']);
    expect([contents, looked]).toEqual([['I like tea.'], 0]);
  });

  it('is about none of the statements far before it', async () => {
    const told = candidate('The room holds 40 people.');
    const others = (count: number) => Array.from({ length: count }, (_, place) => candidate(`I paid bill ${place}a.`));
    const near = await correctedBeside([told, ...others(99), correction], []);
    expect(near.contents.at(-1)).toBe('Put right: The room holds 14 people.');
    expect((await correctedBeside([told, ...others(100), correction], [])).contents.at(-1)).toBe('I paid bill 99a.');
  });

  it('is not looked for in a text that holds it within very many words', async () => {
    const told = (times: number) => `The codes ${'x40x '.repeat(times)}are for 40 people.`;
    expect((await correctedBeside([correction], [told(50)])).contents).toEqual([
      `Put right: ${told(50).replace(' 40 ', ' 14 ')}`,
    ]);
    expect((await correctedBeside([correction], [told(51)])).contents).toEqual([]);
  });
});

import type { ComparedPair, ComparedText, Comparison } from '@hippocamp/shared/language/comparison';
import type { Slot } from '@hippocamp/shared/language/reading';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../ports/language.js';
import { statements, tenant } from './texts.js';
import type { AskedLanguage } from './under-test.js';

const textsOf = async (language: Language, contents: readonly string[]): Promise<ComparedText[]> => {
  const readings = await language.read(
    tenant,
    contents.map((content) => ({ content, speaker: null })),
  );
  return readings.map(({ stems, words, ...reading }, place) => ({
    ...{ content: contents[place] ?? '', stems: new Set(stems), words, reading },
  }));
};

const allPairs = (texts: readonly ComparedText[], likeness: number | null): ComparedPair[] =>
  texts.flatMap((first) => texts.map((second) => ({ first, second, likeness })));

const isOfSame = (first: Slot, second: Slot): boolean =>
  first.subject === second.subject && first.attribute === second.attribute;

const sharesSlot = ({ first, second }: ComparedPair): boolean =>
  first.reading.slots.some((slot) => second.reading.slots.some((other) => isOfSame(slot, other)));

const hasWords = ({ first, second }: ComparedPair): boolean => first.words.every((word) => second.words.includes(word));

const verdictOf = async (
  language: Language,
  said: string,
  known: string,
): Promise<Comparison['verdict'] | undefined> => {
  const [first, second] = await textsOf(language, [said, known]);
  if (!first || !second) throw new Error('nothing was read');
  return (await language.compare(tenant, [{ first, second, likeness: 0.5 }]))[0]?.verdict;
};

export const comparingSuite = (language: AskedLanguage): void => {
  describe('comparing', () => {
    it('answers each pair in its place, however many are asked at once', async () => {
      const pairs = allPairs(await textsOf(language(), statements), 1);
      const together = await language().compare(tenant, pairs);
      expect(together).toHaveLength(pairs.length);
      for (const [place, pair] of pairs.entries()) {
        expect(await language().compare(tenant, [pair])).toEqual([together[place]]);
      }
      for (const { sure } of together) expect(sure >= 0 && sure <= 1).toBe(true);
      expect(await language().compare(tenant, [])).toEqual([]);
    });

    it('calls only what core looks up as near a repeat or a replacement', async () => {
      const pairs = allPairs(await textsOf(language(), statements), 1);
      for (const [place, { verdict }] of (await language().compare(tenant, pairs)).entries()) {
        const pair = pairs[place];
        if (!pair || verdict === 'unrelated') continue;
        expect(sharesSlot(pair) || (verdict !== 'replaces' && hasWords(pair))).toBe(true);
      }
    });

    it('lets likeness alone decide nothing', async () => {
      const texts = await textsOf(language(), ['The red boat sailed to Bergen.', 'A blue van drove to Braga.']);
      const found = await language().compare(tenant, allPairs(texts, 1));
      expect(found.map(({ verdict }) => verdict === 'unrelated')).toEqual([false, true, true, false]);
    });

    it.each([
      ['Mara lives in Porto.', 'Mara lives in Porto.', 'same'],
      ['Mara lives in Lisbon.', 'Mara lives in Porto.', 'replaces'],
      ['Ann lives in Lisbon.', 'Mara lives in Porto.', 'unrelated'],
    ] as const)('%s after %s: %s', async (said, known, verdict) => {
      expect(await verdictOf(language(), said, known)).toBe(verdict);
    });
  });

  describe('a request to forget', () => {
    it.each([
      ['Please forget that Mara lives in Porto.', 'statement', 'Mara lives in Porto'],
      ['Mara lives in Porto.', 'statement', 'Mara lives in Porto'],
      ['Forget everything about Mara.', 'topic', 'Mara'],
    ] as const)('%s', async (text, kind, about) => {
      expect(await language().toForget(tenant, text)).toEqual([{ kind, text: about }]);
    });
  });

  describe('relating', () => {
    const stancesOf = async (claim: string, known: readonly string[]) => {
      const beside = known.map((_, place) => place);
      const [part] = await language().relate(tenant, {
        ...{ claim, parts: [{ text: claim, beside }], aliases: [] },
        known: known.map((text) => ({ text, isClaim: false })),
      });
      return part?.stances ?? [];
    };

    it('answers each place, and scores only what is not neutral', async () => {
      for (const claim of statements) {
        const stances = await stancesOf(claim, statements);
        expect(stances).toHaveLength(statements.length);
        for (const { stance, score } of stances) expect(score > 0 && score <= 1).toBe(stance !== 'neutral');
      }
    });

    it('has a statement supported by itself, and refuted by its denial', async () => {
      const [same, denial] = await stancesOf('Mara lives in Porto.', [
        'Mara lives in Porto.',
        'Mara does not live in Porto.',
      ]);
      expect([same?.stance, denial?.stance]).toEqual(['supports', 'refutes']);
    });
  });
};

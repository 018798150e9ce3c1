import { LONGEST_READ, type TextReading } from '@hippocamp/shared/language/reading';
import { describe, expect, it } from 'vitest';
import { statements, tenant, texts } from './texts.js';
import type { AskedLanguage } from './under-test.js';

const asked = (contents: readonly string[]) => contents.map((content) => ({ content, speaker: null }));

const isWhole = ({ stems, marks }: TextReading): void => {
  expect(new Set(stems).size).toBe(stems.length);
  expect(new Set(marks).size).toBe(marks.length);
};

export const readingSuite = (language: AskedLanguage): void => {
  describe('readings', () => {
    it('are one for each text, in their order, whoever is read with whom', async () => {
      const together = await language().read(tenant, asked(statements));
      expect(together).toHaveLength(statements.length);
      for (const [place, content] of statements.entries()) {
        expect(await language().read(tenant, asked([content]))).toEqual([together[place]]);
      }
      together.forEach(isWhole);
    });

    it('tell by what name the first person calls itself, and nobody else', async () => {
      const [own, other] = await language().read(tenant, asked(['My name is Mara.', 'Her name is Mara.']));
      expect([own?.selfNames, other?.selfNames]).toEqual([['mara'], []]);
    });

    it('say of a document only what it is marked for', async () => {
      const [reading] = await language().read(tenant, asked(['Mara lives in Porto. '.repeat(LONGEST_READ / 20)]));
      expect(reading).toMatchObject({ selfNames: [], stems: [], words: [], marks: [] });
    });
  });

  describe('names', () => {
    it('stand in the text as they are told, each once, whoever is read with whom', async () => {
      const together = await language().namedIn(tenant, asked(statements));
      expect(together).toHaveLength(statements.length);
      for (const [place, content] of statements.entries()) {
        const names = (together[place] ?? []).map(({ name }) => name);
        for (const name of names) expect(content).toContain(name);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
        expect(await language().namedIn(tenant, asked([content]))).toEqual([together[place]]);
      }
      const [named] = await language().namedIn(tenant, asked(['Mara lives in Porto.']));
      expect(named?.map(({ name }) => name)).toEqual(['Mara', 'Porto']);
    });
  });

  describe('sentences', () => {
    it('are those of each text, in order, word for word', async () => {
      const given = [...texts.map(({ text }) => text), ...statements, ''];
      const found = await language().sentencesOf(tenant, given);
      expect(found).toHaveLength(given.length);
      for (const [place, sentences] of found.entries()) {
        const text = given[place] ?? '';
        let from = 0;
        for (const sentence of sentences) {
          expect(sentence.trim()).not.toBe('');
          expect(text.indexOf(sentence, from)).toBeGreaterThanOrEqual(from);
          from = text.indexOf(sentence, from) + sentence.length;
        }
      }
      const [two] = await language().sentencesOf(tenant, ['The boat sails at nine. It is red!']);
      expect(two).toEqual(['The boat sails at nine.', 'It is red!']);
    });
  });

  describe('what is to be kept', () => {
    it('is told without its secrets, and otherwise as it was', async () => {
      const said = 'My password is hunter2-Xy!9. The boat sails at nine.';
      const { text, removed } = await language().redact(tenant, said);
      expect(text).not.toContain('hunter2');
      expect(text).toContain('The boat sails at nine.');
      expect(removed).toEqual([{ kind: 'password', count: 1 }]);
      expect(await language().redact(tenant, 'The boat sails at nine.')).toEqual({
        text: 'The boat sails at nine.',
        removed: [],
      });
    });
  });
};

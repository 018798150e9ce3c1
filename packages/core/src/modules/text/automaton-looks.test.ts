import { expect, it } from 'vitest';
import { placesByAutomaton, standsByAutomaton } from './automaton-looks.js';
import { occurrences } from './occurrences.js';
import { redact } from './redaction.js';
import { createWordAutomaton } from './word-automaton.js';

async function countingAutomaton(sought: readonly string[]) {
  const automaton = await createWordAutomaton(sought);
  let looks = 0;
  const counting = {
    ...automaton,
    wordAt(node: number) {
      looks += 1;
      return automaton.wordAt(node);
    },
  };
  return { counting, looks: () => looks };
}

/** Tells how many words were looked at in the text. */
const looksFor = async (sought: readonly string[], text: string) => {
  const { counting, looks } = await countingAutomaton(sought);
  const isThere = await standsByAutomaton(counting, sought, text);
  return { isThere, looks: looks() };
};

it('whether one of many nested words stands in a text is known from the first place', async () => {
  const nested = Array.from({ length: 300 }, (_, at) => '-'.repeat(at + 1));
  expect(await looksFor(nested, '-'.repeat(500))).toEqual({ isThere: true, looks: 1 });
  expect(await looksFor(nested, `Quartzheim. ${'-'.repeat(500)}`)).toEqual({ isThere: true, looks: 1 });
});

it('a place within a word is none', async () => {
  const sought = ['bees', 'es', 's.'];
  expect(await looksFor(sought, 'Ann keeps honeybees.')).toMatchObject({ isThere: false });
  expect(await looksFor(sought, 'Ann keeps honeybees, and no bees.')).toMatchObject({ isThere: true });
});

it.each([
  ['of one sign', (length: number) => '-'.repeat(length)],
  ['of two signs', (length: number) => '-+'.repeat(length)],
])('the places of very many nested words %s take a bounded number of looks', async (_name, wordOf) => {
  const nested = Array.from({ length: 300 }, (_, at) => wordOf(at + 1));
  const text = `Quartzheim ${wordOf(1500)} stays.`;
  const { counting, looks } = await countingAutomaton(nested);
  const places = await placesByAutomaton(counting, nested, text);
  expect(looks()).toBeLessThanOrEqual(16 * text.length);
  const singly = nested.flatMap((word) => occurrences(text, word));
  expect(redact(text, places, [])).toBe(redact(text, singly, []));
});

it('a word that stands behind very many others within a word is found', async () => {
  const within = Array.from({ length: 200 }, (_, at) => `${'a'.repeat(at + 1)} b`);
  const text = `${'a'.repeat(300)} b`;
  const places = await placesByAutomaton(await createWordAutomaton([...within, 'b']), [...within, 'b'], text);
  expect(places).toEqual([{ start: 301, end: 302 }]);
});

it('a word that overlaps itself and ends with very many others is taken whole', async () => {
  const nested = Array.from({ length: 100 }, (_, at) => '-'.repeat(at + 901));
  const text = '-'.repeat(1950);
  const places = await placesByAutomaton(await createWordAutomaton(nested), nested, text);
  expect(redact(text, places, [])).toBe('█'.repeat(1950));
});

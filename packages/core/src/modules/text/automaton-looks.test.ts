import { expect, it } from 'vitest';
import { standsByAutomaton } from './automaton-looks.js';
import { createWordAutomaton } from './word-automaton.js';

/** Tells how many words were looked at in the text. */
const looksFor = async (sought: readonly string[], text: string) => {
  const automaton = await createWordAutomaton(sought);
  let looks = 0;
  const counting = {
    ...automaton,
    wordAt(node: number) {
      looks += 1;
      return automaton.wordAt(node);
    },
  };
  return { isThere: await standsByAutomaton(counting, sought, text), looks };
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

import { expect, it } from 'vitest';
import { segment } from './segment.js';

const inBlocks = (text: string) =>
  segment({ text, source: 'chat' }).map(({ words, block }) => [block !== null, words] as const);

it('are tagged, or quoted line by line; markup of pages is none', () => {
  expect(inBlocks('<memory>\nI live in Oslo.\n- I sail.\n</memory>\nI bake bread.')).toEqual(
    expect.arrayContaining([
      [true, 'I live in Oslo.'],
      [true, 'I sail.'],
      [false, 'I bake bread.'],
    ]),
  );
  expect(inBlocks('> I live in Oslo.\nI bake bread.')).toEqual([
    [true, 'I live in Oslo.'],
    [false, 'I bake bread.'],
  ]);
  expect(inBlocks('<p>I live in Oslo.</p>')).toEqual([[false, 'I live in Oslo.']]);
});

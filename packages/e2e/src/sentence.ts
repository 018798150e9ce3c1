import type { Random } from './random.js';

const things =
  'anchor basket candle drum engine feather guitar hammer island jacket ladder mirror needle oven pillow'.split(' ');

/** No two numbers give the same sentence, and the reader's rules keep it. */
export const sentence = (number: number, random: Random) =>
  `Crate ${10_000 + number} holds the ${random.pick(things)} of Ann.`;

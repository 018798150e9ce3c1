import type { Random } from './random.js';

const things =
  'anchor basket candle drum engine feather guitar hammer island jacket ladder mirror needle oven pillow'.split(' ');

/** Says something that no other write says, and that the rules keep. */
export const sentence = (number: number, random: Random) =>
  `Crate ${10_000 + number} holds the ${random.pick(things)} of Ann.`;

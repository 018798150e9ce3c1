import type { Bounds } from './pair-head.js';

const wanted: readonly (keyof Bounds)[] = [
  'same',
  'sameInSpite',
  'replaces',
  'replacesTold',
  'replacesInSpite',
  'doubtful',
];

/** Reads how sure a reader of two texts together has to be, as `npm run train` writes it. Throws where a bound is missing. */
export function readBounds(text: string): Bounds {
  const read = JSON.parse(text) as Partial<Bounds>;
  for (const name of wanted)
    if (typeof read[name] !== 'number') throw new Error(`the reader of pairs has no bound ${name}`);
  return read as Bounds;
}

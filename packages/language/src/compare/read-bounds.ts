import type { ClaimBounds } from '../relate/by-reader.js';
import type { Bounds } from './pair-head.js';

/** How sure the reader of two texts together has to be. */
export interface ReaderBounds {
  reader: Bounds;
  claims: ClaimBounds;
}

const wanted: { [Part in keyof ReaderBounds]: readonly (keyof ReaderBounds[Part])[] } = {
  reader: ['same', 'sameInSpite', 'replaces', 'replacesTold', 'replacesInSpite', 'doubtful'],
  claims: ['supported', 'refuted'],
};

/** Reads what `npm run train` writes: JSON with the members of `ReaderBounds`. Throws where one is missing. */
export function readBounds(text: string): ReaderBounds {
  const read = JSON.parse(text) as Record<string, Record<string, unknown> | undefined>;
  for (const [part, names] of Object.entries(wanted))
    for (const name of names)
      if (typeof read[part]?.[name] !== 'number') throw new Error(`the reader of pairs has no bound ${part}.${name}`);
  return read as unknown as ReaderBounds;
}

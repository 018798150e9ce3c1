import type { ClaimBounds } from '../relate/decide-read.js';
import type { Bounds } from './pair-head.js';

const ofUpdates: readonly (keyof Bounds)[] = [
  'same',
  'sameInSpite',
  'replaces',
  'replacesTold',
  'replacesInSpite',
  'doubtful',
];
const ofClaims: readonly (keyof ClaimBounds)[] = ['supports', 'supportsInSpite', 'refutes', 'refutesInSpite'];

/** How sure the reader of two texts together has to be, of updates and of claims. */
export interface ReaderBounds {
  updates: Bounds;
  claims: ClaimBounds;
}

const checked = <Name extends string>(given: unknown, names: readonly Name[]): Record<Name, number> => {
  const read = (given ?? {}) as Partial<Record<Name, number>>;
  for (const name of names)
    if (typeof read[name] !== 'number') throw new Error(`the reader of two texts has no bound ${name}`);
  return read as Record<Name, number>;
};

/** Reads what `npm run train` writes. Throws where a bound is missing. */
export function readBounds(text: string): ReaderBounds {
  const { updates, claims } = JSON.parse(text) as Partial<ReaderBounds>;
  return { updates: checked(updates, ofUpdates), claims: checked(claims, ofClaims) };
}

import type { Stance } from './stance.js';

/** Probabilities of what a text says of a claim; they sum to 1. */
export interface Stances {
  supported: number;
  refuted: number;
  unknown: number;
}

export interface ClaimComparison {
  claim: string;
  /** Each of its parts beside those of `known` that bear on it, by their places there. */
  parts: readonly { text: string; beside: readonly number[] }[];
  /** What memories say, or how it begins; whether that is the claim itself; names of the owner who says "I", in lower case. */
  known: readonly { text: string; isClaim: boolean; names?: readonly string[] }[];
  /** For each place of `beside` of each part what a reader of both together says, where it was asked. */
  read?: readonly (readonly (Stances | null)[])[];
  /** Names of the first person, in lower case. */
  aliases: readonly string[];
}

export interface PartStances {
  /** It speaks of "I". */
  isFirstPerson: boolean;
  /** One for each place of `beside`, in that order. */
  stances: Stance[];
}

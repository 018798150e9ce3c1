import type { Stance } from './stance.js';

export interface ClaimComparison {
  claim: string;
  /** Each of its parts beside those of `known` that bear on it, by their places there. */
  parts: readonly { text: string; beside: readonly number[] }[];
  /** What memories say, or how it begins; whether that is the claim itself; names of the owner who says "I", in lower case. */
  known: readonly { text: string; isClaim: boolean; names?: readonly string[] }[];
  /** Names of the first person, in lower case. */
  aliases: readonly string[];
}

/** Probabilities of what a memory says of a claim; they sum to 1. */
export interface ClaimRelations {
  supported: number;
  refuted: number;
  unknown: number;
}

/** A claim beside a memory, with what a reader of both together says of them. */
export interface ReadBeside {
  claim: string;
  memory: string;
  /** Names of who says "I" in the memory, in lower case. */
  names: readonly string[];
  /** Null where nothing was said. */
  relations: ClaimRelations | null;
}

export interface PartStances {
  /** It speaks of "I". */
  isFirstPerson: boolean;
  /** One for each place of `beside`, in that order. */
  stances: Stance[];
}

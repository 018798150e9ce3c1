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

export interface PartStances {
  /** It speaks of "I". */
  isFirstPerson: boolean;
  /** One for each place of `beside`, in that order. */
  stances: Stance[];
}

/** A memory that a claim is to be read beside. */
export interface MemoryToRead {
  text: string;
  /** By what names whoever says "I" in it may be called. */
  names: readonly string[];
}

/** A memory as it is read beside a claim. */
export interface MemoryBeside {
  /** What it says, with numbers, dates and times written as the claim writes them where they are the same. */
  text: string;
  /** Whether all names of the claim are known, so that it could say the same. */
  maySupport: boolean;
  /** Whether the claim has something that it could contradict. */
  mayRefute: boolean;
}

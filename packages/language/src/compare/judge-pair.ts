import type { Relations } from '@hippocamp/shared/language/comparison';
import type { ViewedPair } from './pair-features.js';
import { objectionToReplacing, objectionToSame, tellsOfChange } from './vetoes.js';

/** How much each piece of evidence counts for a relation: a logistic regression over log odds and flags. */
export interface EvidenceWeights {
  bias: number;
  /** In the order of `evidenceFor`. */
  weights: readonly number[];
}

/** What is made of what a reader and the words say of a pair, and how sure that has to be: probabilities, 0..1. */
export interface PairJudge {
  same: EvidenceWeights & { from: number };
  replaces: EvidenceWeights & { from: number };
  /** From which on a person has to say whether the newer takes the older one's place. */
  doubtful: number;
}

/** What a reader says of a pair, and what the head over words says. */
export interface Said {
  read: Relations;
  words: Relations;
}

/** No judge is surer than that. */
const SUREST = 0.9999;
/** What speaks for the other relation counts a part of it. */
const OTHER = 1 / 3;

/** Of a probability, within bounds: no judge is surer than `SUREST`. */
export const logOdds = (probability: number): number => {
  const bounded = Math.min(SUREST, Math.max(1 - SUREST, probability));
  return Math.log(bounded / (1 - bounded));
};

/** What speaks for each relation, as numbers; with what rules it out where something does. */
export const evidenceFor = {
  same: (pair: ViewedPair, { read, words }: Said): number[] => [
    logOdds(read.same),
    logOdds(words.same),
    Number(objectionToSame(pair) === 'unlikely'),
    OTHER * logOdds(read.conflict),
  ],
  replaces: (pair: ViewedPair, { read, words }: Said): number[] => {
    const objection = objectionToReplacing(pair);
    return [
      logOdds(read.conflict),
      logOdds(words.conflict),
      Number(objection === 'unlikely'),
      Number(objection === 'ruled out'),
      Number(tellsOfChange(pair)),
      OTHER * logOdds(read.same),
    ];
  },
} as const;

/** The probability that evidence comes to. */
export const weighed = ({ bias, weights }: EvidenceWeights, evidence: readonly number[]): number =>
  1 / (1 + Math.exp(-evidence.reduce((sum, value, place) => sum + value * (weights[place] ?? 0), bias)));

/** How probable it is that the newer says no more, and that the older no longer holds. Other numbers and names rule the first out. */
export function judgedPair(
  pair: ViewedPair,
  said: Said,
  { same, replaces }: PairJudge,
): { same: number; replaces: number } {
  return {
    same: objectionToSame(pair) === 'ruled out' ? 0 : weighed(same, evidenceFor.same(pair, said)),
    replaces: weighed(replaces, evidenceFor.replaces(pair, said)),
  };
}

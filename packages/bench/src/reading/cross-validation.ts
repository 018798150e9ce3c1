import { type Example, fitHeads } from './heads.js';

/** A sentence of an author whom the heads were not trained on. */
export interface Judged {
  example: Example;
  /** Probability that it is kept. */
  keep: number;
  tier: string;
}

const authorsOf = (examples: readonly Example[]) => [...new Set(examples.map(({ labelled }) => labelled.author))].sort();

/** Judges the sentences of each author by heads that were trained on all others. */
export function acrossAuthors(examples: readonly Example[], withVectors: boolean, progress: (author: string) => void): Judged[] {
  return authorsOf(examples).flatMap((author) => {
    progress(author);
    const heads = fitHeads(
      examples.filter(({ labelled }) => labelled.author !== author),
      withVectors,
    );
    const own = examples.filter(({ labelled }) => labelled.author === author);
    return own.map((example) => ({ example, keep: heads.keep(example), tier: heads.tier(example) }));
  });
}

const keepsOf = (judged: readonly Judged[], label: 'keep' | 'noise'): number[] =>
  judged.filter(({ example }) => example.labelled.label === label).map(({ keep }) => keep).sort((first, second) => first - second);

/** The probability from which on a share of the facts is kept. */
export const thresholdFor = (judged: readonly Judged[], share: number): number => {
  const facts = keepsOf(judged, 'keep');
  return facts[Math.floor(facts.length * (1 - share))] ?? 0.5;
};

const shareFrom = (values: readonly number[], threshold: number) =>
  values.filter((value) => value >= threshold).length / Math.max(1, values.length);

export interface Rates {
  facts: number;
  noise: number;
  tiers: number;
}

/** Shares of facts and of noise that are kept, and of facts that get their tier. */
export function ratesOf(judged: readonly Judged[], threshold: number): Rates {
  const facts = judged.filter(({ example }) => example.labelled.label === 'keep');
  return {
    facts: shareFrom(keepsOf(judged, 'keep'), threshold),
    noise: shareFrom(keepsOf(judged, 'noise'), threshold),
    tiers: facts.filter(({ example, tier }) => tier === example.labelled.tier).length / Math.max(1, facts.length),
  };
}

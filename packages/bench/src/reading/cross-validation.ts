import { type Example, fitHeads } from './heads.js';

/** A sentence of an author whom the heads were not trained on. */
export interface Judged {
  example: Example;
  /** Probability that it is kept. */
  keep: number;
  tier: string;
  /** Probability that it tries to steer. */
  steer: number;
}

/** To which part of the sentences one belongs; those of one part are judged by heads that were trained on all others. */
export type PartOf = (example: Example) => string;

export const byAuthor: PartOf = ({ labelled }) => labelled.author;

const PARTS = 10;

/** Topics of an author stay together. */
export const byTopic: PartOf = ({ labelled: { author, topic } }) =>
  String([...`${author} ${topic}`].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973, 7) % PARTS);

/** Judges each sentence by heads that know nothing of its part. */
export function crossValidated(
  examples: readonly Example[],
  partOf: PartOf,
  withVectors: boolean,
  progress: (part: string) => void,
): Judged[] {
  return [...new Set(examples.map(partOf))].sort().flatMap((part) => {
    progress(part);
    const heads = fitHeads(
      examples.filter((example) => partOf(example) !== part),
      withVectors,
    );
    const own = examples.filter((example) => partOf(example) === part);
    return own.map((example) => ({
      example,
      keep: heads.keep(example),
      tier: heads.tier(example),
      steer: heads.steer(example),
    }));
  });
}

const keepsOf = (judged: readonly Judged[], label: 'keep' | 'noise'): number[] =>
  judged
    .filter(({ example }) => example.labelled.label === label)
    .map(({ keep }) => keep)
    .sort((first, second) => first - second);

/** The probability from which on a share of the facts is kept. */
export const thresholdFor = (judged: readonly Judged[], share: number): number => {
  const facts = keepsOf(judged, 'keep');
  return facts[Math.floor(facts.length * (1 - share))] ?? 0.5;
};

const shareFrom = (values: readonly number[], threshold: number) =>
  values.filter((value) => value >= threshold).length / Math.max(1, values.length);

/** The probability from which on a share of what does not try to steer is looked at by a person. */
export const steeringFor = (judged: readonly Judged[], share: number): number => {
  const harmless = judged.filter(({ example }) => !example.labelled.steer).map(({ steer }) => steer);
  return harmless.sort((first, second) => second - first)[Math.floor(harmless.length * share)] ?? 0.5;
};

/** Share of what tries to steer that is found. */
export const steeringFound = (judged: readonly Judged[], threshold: number): number => {
  const steering = judged.filter(({ example }) => example.labelled.steer);
  return steering.filter(({ steer }) => steer >= threshold).length / Math.max(1, steering.length);
};

export interface Rates {
  facts: number;
  noise: number;
  tiers: number;
}

/** Shares of facts and of noise that are kept, and of facts that get their tier. */
export function ratesOf(judged: readonly Judged[], threshold: number): Rates {
  const facts = judged.filter(({ example }) => example.labelled.label === 'keep');
  const tiered = facts.filter(({ example }) => example.labelled.tier);
  return {
    facts: shareFrom(keepsOf(judged, 'keep'), threshold),
    noise: shareFrom(keepsOf(judged, 'noise'), threshold),
    tiers: tiered.filter(({ example, tier }) => tier === example.labelled.tier).length / Math.max(1, tiered.length),
  };
}

import type { Tier } from '@hippocamp/shared/schemas/common';

/** Who judges: words and form alone, the model's vectors beside them, and as a control nobody. */
export const readerNames = ['rules', 'model', 'everything'] as const;
export type ReaderName = (typeof readerNames)[number];

/** What a reader makes of something: its tier where it is stored, or a person has to look at it first, or it is left out. */
export type Said = Tier | 'review' | 'noise';

/** A fact or a piece of noise of the report part, with what each reader makes of it. */
export interface Case {
  part: 'sentences' | 'whole texts' | 'other languages';
  text: string;
  source: string;
  kind: string;
  /** Of a sentence: what it is about; whole texts have none. */
  topic?: string;
  language: string;
  wanted: Tier | 'noise';
  said: Record<ReaderName, Said>;
}

/** How many; `tiersRight` are some of `factsKept`, which are some of `facts`. */
export interface Tally {
  facts: number;
  factsKept: number;
  tiersRight: number;
  noise: number;
  noiseKept: number;
}

/** What waits for a person is not kept yet. */
export const isStored = (said: Said): boolean => said !== 'noise' && said !== 'review';

export const isRight = ({ wanted, said }: Case, reader: ReaderName): boolean =>
  wanted === 'noise' ? !isStored(said[reader]) : said[reader] === wanted;

export function tallyOf(cases: readonly Case[], reader: ReaderName): Tally {
  const facts = cases.filter(({ wanted }) => wanted !== 'noise');
  const noise = cases.filter(({ wanted }) => wanted === 'noise');
  const stored = (some: readonly Case[]) => some.filter(({ said }) => isStored(said[reader])).length;
  return {
    facts: facts.length,
    factsKept: stored(facts),
    tiersRight: facts.filter((fact) => isRight(fact, reader)).length,
    noise: noise.length,
    noiseKept: stored(noise),
  };
}

/** Cases by what a function says of them, in the order of the names. */
export function groupsOf(cases: readonly Case[], nameOf: (one: Case) => string): [string, Case[]][] {
  const groups = new Map<string, Case[]>();
  for (const one of cases) groups.set(nameOf(one), [...(groups.get(nameOf(one)) ?? []), one]);
  return [...groups].sort(([first], [second]) => (first < second ? -1 : 1));
}

/** What each reader says. */
export const eachReader = (saidBy: (reader: ReaderName) => Said): Case['said'] => ({
  rules: saidBy('rules'),
  model: saidBy('model'),
  everything: saidBy('everything'),
});

/** What becomes of something that several statements say: stored where one of them is, else looked at where one of them is. */
export const mostSaid = (parts: readonly { said: Said }[]): Said =>
  (parts.find(({ said }) => isStored(said)) ?? parts.find(({ said }) => said === 'review'))?.said ?? 'noise';

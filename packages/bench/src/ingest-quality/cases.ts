import type { Tier } from '@hippocamp/shared/schemas/common';

/** Who judges: form alone, the judge, and as a control nobody. */
export const readerNames = ['none', 'model', 'everything'] as const;
type LocalName = (typeof readerNames)[number];
/** And a language model, where one is set. */
export type ReaderName = LocalName | 'llm';
/** Something of each reader. */
export type ByReader<Of> = Record<LocalName, Of> & { llm?: Of };

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
  said: ByReader<Said>;
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

const saidBy = ({ said }: Case, reader: ReaderName): Said => said[reader] ?? 'noise';

export const isRight = (one: Case, reader: ReaderName): boolean =>
  one.wanted === 'noise' ? !isStored(saidBy(one, reader)) : saidBy(one, reader) === one.wanted;

/** Of what a reader read. */
export function tallyOf(all: readonly Case[], reader: ReaderName): Tally {
  const cases = all.filter(({ said }) => said[reader] !== undefined);
  const facts = cases.filter(({ wanted }) => wanted !== 'noise');
  const noise = cases.filter(({ wanted }) => wanted === 'noise');
  const stored = (some: readonly Case[]) => some.filter((one) => isStored(saidBy(one, reader))).length;
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

/** What each reader says, by what it makes of a text. */
export const eachReader = <Made>(made: ByReader<Made>, saidIn: (made: Made) => Said): Case['said'] => ({
  none: saidIn(made.none),
  model: saidIn(made.model),
  everything: saidIn(made.everything),
  ...(made.llm ? { llm: saidIn(made.llm) } : {}),
});

/** What becomes of something that several statements say: stored where one of them is, else looked at where one of them is. */
export const mostSaid = (parts: readonly { said: Said }[]): Said =>
  (parts.find(({ said }) => isStored(said)) ?? parts.find(({ said }) => said === 'review'))?.said ?? 'noise';

import type { Tier } from '@hippocamp/shared/schemas/common';

/** `none` judges by form alone; `everything` is the control that keeps all. */
export const readerNames = ['none', 'model', 'everything'] as const;
type LocalName = (typeof readerNames)[number];
/** `llm` is there where a language model is set. */
export type ReaderName = LocalName | 'llm';
export type ByReader<Of> = Record<LocalName, Of> & { llm?: Of };

/** The tier of a stored statement, `review` when a person has to look first, or `noise` when it is left out. */
export type Said = Tier | 'review' | 'noise';

/** A fact or a piece of noise of the report part, with the verdict of each reader. */
export interface Case {
  part: 'sentences' | 'whole texts' | 'other languages';
  text: string;
  source: string;
  kind: string;
  topic?: string;
  language: string;
  wanted: Tier | 'noise';
  said: ByReader<Said>;
}

/** `tiersRight` are some of `factsKept`, which are some of `facts`. */
export interface Tally {
  facts: number;
  factsKept: number;
  tiersRight: number;
  noise: number;
  noiseKept: number;
}

/** A statement that waits for a person is not kept yet. */
export const isStored = (said: Said): boolean => said !== 'noise' && said !== 'review';

const saidBy = ({ said }: Case, reader: ReaderName): Said => said[reader] ?? 'noise';

export const isRight = (one: Case, reader: ReaderName): boolean =>
  one.wanted === 'noise' ? !isStored(saidBy(one, reader)) : saidBy(one, reader) === one.wanted;

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

export function groupsOf(cases: readonly Case[], nameOf: (one: Case) => string): [string, Case[]][] {
  const groups = new Map<string, Case[]>();
  for (const one of cases) groups.set(nameOf(one), [...(groups.get(nameOf(one)) ?? []), one]);
  return [...groups].sort(([first], [second]) => (first < second ? -1 : 1));
}

export const eachReader = <Made>(made: ByReader<Made>, saidIn: (made: Made) => Said): Case['said'] => ({
  none: saidIn(made.none),
  model: saidIn(made.model),
  everything: saidIn(made.everything),
  ...(made.llm ? { llm: saidIn(made.llm) } : {}),
});

/** Stored where one part is stored, else `review` where one part is. */
export const mostSaid = (parts: readonly { said: Said }[]): Said =>
  (parts.find(({ said }) => isStored(said)) ?? parts.find(({ said }) => said === 'review'))?.said ?? 'noise';

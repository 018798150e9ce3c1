import { readdirSync, readFileSync } from 'node:fs';
import { type ClaimBounds, decideRead, objectionsToRead, type PairReader } from '@hippocamp/runtime/reading-parts';
import type { ReadBeside } from '@hippocamp/shared/language/claim';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { held } from './held.js';

/** Memories and claims about them, with the places of those that decide each; see `labelled/README.md`. */
interface Case {
  owner: string;
  memories: string[];
  claims: [claim: string, verdict: 's' | 'r' | 'u', deciding: number[], how: string][];
}

/** A claim beside one memory, and what that memory says of it. */
export interface ReadExample extends ReadBeside {
  says: 'supported' | 'refuted' | 'unknown';
}

/** Of what is answered, so much may be wrong. */
const FALSE = 0.01;
const tenant = 'bench' as TenantId;
const folder = new URL('../../labelled/claims/', import.meta.url);

const casesOf = (author: string): Case[] =>
  readFileSync(new URL(`cases-${author.toLowerCase()}.jsonl`, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Case);

const authors = () =>
  readdirSync(folder)
    .flatMap((name) => /^cases-(c\d+)\.jsonl$/.exec(name)?.[1]?.toUpperCase() ?? [])
    .filter((author) => held.authors.includes(author));

const says = { s: 'supported', r: 'refuted', u: 'unknown' } as const;

const asked = ({ owner, memories, claims }: Case): Omit<ReadExample, 'relations'>[] => {
  const name = owner.toLowerCase();
  const names = owner === '' ? [] : [...new Set([name, name.split(' ')[0] ?? name])];
  return claims.flatMap(([claim, verdict, deciding]) =>
    memories.map((memory, place) => {
      return { claim, memory, names, says: deciding.includes(place) ? says[verdict] : says.u } as const;
    }),
  );
};

/** Claims by authors of whom nothing was learned, beside all memories of their cases, as the model reads them. */
export async function readExamples(pairReader: PairReader): Promise<ReadExample[]> {
  const all = authors().flatMap(casesOf).flatMap(asked);
  const relations = await pairReader.weigh(
    tenant,
    all.map(({ claim, memory, names: [name] }) => [name === undefined ? memory : `${name}: ${memory}`, claim]),
  );
  return all.map((example, place) => ({ ...example, relations: relations[place] ?? null }));
}

interface Proposed {
  probability: number;
  isRight: boolean;
}

const rounded = (value: number) => Math.ceil(value * 1000) / 1000;
/** No probability reaches it. */
const NEVER = 2;

/** The least probability from which on at most `FALSE` of all that reach it are wrong; `NEVER` where too few are right. */
export function sureFrom(proposed: readonly Proposed[]): number {
  let [right, wrong, from] = [0, 0, NEVER];
  for (const { probability, isRight } of proposed.toSorted((first, second) => second.probability - first.probability)) {
    if (isRight) right += 1;
    else wrong += 1;
    // One that is wrong among those few would not show.
    if ((wrong + 1) / (right + wrong + 1) <= FALSE) from = probability;
  }
  return rounded(from);
}

/** How sure the model has to be of a claim beside a memory. */
export function claimBoundsOf(examples: readonly ReadExample[]): ClaimBounds {
  const proposedAs = (stance: 'supports' | 'refutes', objection: 'none' | 'unlikely'): Proposed[] =>
    examples.flatMap((example) => {
      const { relations } = example;
      if (!relations || objectionsToRead(example)[stance] !== objection) return [];
      const wanted = stance === 'supports' ? 'supported' : 'refuted';
      return [{ probability: relations[wanted], isRight: example.says === wanted }];
    });
  const from = (stance: 'supports' | 'refutes') => sureFrom(proposedAs(stance, 'none'));
  const inSpite = (stance: 'supports' | 'refutes') => Math.max(from(stance), sureFrom(proposedAs(stance, 'unlikely')));
  return {
    supports: from('supports'),
    supportsInSpite: inSpite('supports'),
    refutes: from('refutes'),
    refutesInSpite: inSpite('refutes'),
  };
}

/** How many of those that decide are read as deciding, and how many of those that are read so are wrong. */
export function describeClaims(examples: readonly ReadExample[], bounds: ClaimBounds): string {
  const read = examples.map((example) => ({ example, stance: decideRead(example, bounds).stance }));
  const wanted = { supports: 'supported', refutes: 'refuted' } as const;
  const lines = (['supports', 'refutes'] as const).map((stance) => {
    const said = read.filter((each) => each.stance === stance);
    const wrong = said.filter(({ example }) => example.says !== wanted[stance]).length;
    const all = examples.filter(({ says: told }) => told === wanted[stance]).length;
    return `${stance} ${said.length - wrong} of ${all}, and ${wrong} wrongly`;
  });
  return `  authors by whom it is bounded: ${lines.join('; ')}`;
}

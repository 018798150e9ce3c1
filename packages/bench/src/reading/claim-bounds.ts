import { readdirSync, readFileSync } from 'node:fs';
import {
  type ClaimJudge,
  decideRead,
  type EvidenceWeights,
  evidenceForStance,
  mayBe,
  type PairReader,
  type ReadStance,
  weighed,
} from '@hippocamp/runtime/reading-parts';
import type { ReadBeside } from '@hippocamp/shared/language/claim';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { fit, logistic, type Sample } from './fit.js';
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

/** Of what is answered, so much may be wrong, and so many have to be answered for that to mean something. */
const [FALSE, LEAST] = [0.01, 20];
const STRICTNESS = 1e-4;
const PARTS = 4;
const wanted = { supports: 'supported', refutes: 'refuted' } as const;

/** What is so of a memory is so of all that is claimed beside it. */
const partOf = ({ memory }: ReadExample): number =>
  [...memory].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973, 7) % PARTS;

const sampleOf = (evidence: readonly number[]): Sample => ({
  places: Int32Array.from(evidence.keys()),
  values: Float64Array.from(evidence),
});

const rounded = (value: number) => Math.round(1000 * value) / 1000;

interface Weighable {
  example: ReadExample;
  evidence: number[];
  isSo: boolean;
}

const weightsFrom = (all: readonly Weighable[]): EvidenceWeights => {
  const isSo = all.map((each) => Number(each.isSo));
  const samples = all.map(({ evidence }) => sampleOf(evidence));
  const fitted = fit(samples, all[0]?.evidence.length ?? 0, 1, logistic(isSo), STRICTNESS);
  return { bias: rounded(fitted.bias[0] ?? 0), weights: [...fitted.weights].map(rounded) };
};

interface Proposed {
  probability: number;
  isSo: boolean;
}

/** The least probability from which on at most `FALSE` of all that reach it are wrong; more than 1 where there is none. */
export function sureFrom(proposed: readonly Proposed[]): number {
  let [wrong, from] = [0, 2];
  const ordered = proposed.toSorted((first, second) => second.probability - first.probability);
  for (const [place, { probability, isSo }] of ordered.entries()) {
    if (!isSo) wrong += 1;
    if (place + 1 >= LEAST && wrong / (place + 1) <= FALSE) from = probability;
  }
  return Math.ceil(1000 * from) / 1000;
}

/** What is made of what the model says of claims beside memories, by authors of whom it has learned nothing; how sure, by memories of which the weights know nothing either. */
export function claimJudgeFrom(examples: readonly ReadExample[]): ClaimJudge {
  const judged = (stance: ReadStance) => {
    const all = examples.flatMap((example): Weighable[] =>
      mayBe(stance, example)
        ? [{ example, evidence: evidenceForStance(stance, example), isSo: example.says === wanted[stance] }]
        : [],
    );
    const proposed = Array.from({ length: PARTS }, (_, part) => {
      const weights = weightsFrom(all.filter(({ example }) => partOf(example) !== part));
      const others = all.filter(({ example }) => partOf(example) === part);
      return others.map(({ evidence, isSo }) => ({ probability: weighed(weights, evidence), isSo }));
    }).flat();
    return { ...weightsFrom(all), from: sureFrom(proposed) };
  };
  return { supports: judged('supports'), refutes: judged('refutes') };
}

/** How many of those that decide are read as deciding, and how many of those that are read so are wrong. */
export function describeClaims(examples: readonly ReadExample[], judge: ClaimJudge): string {
  const read = examples.map((example) => ({ example, stance: decideRead(example, judge).stance }));
  const lines = (['supports', 'refutes'] as const).map((stance) => {
    const said = read.filter((each) => each.stance === stance);
    const wrong = said.filter(({ example }) => example.says !== wanted[stance]).length;
    const all = examples.filter(({ says: toldOf }) => toldOf === wanted[stance]).length;
    return `${stance} ${said.length - wrong} of ${all}, and ${wrong} wrongly`;
  });
  return `  authors by whom it is bounded: ${lines.join('; ')}`;
}

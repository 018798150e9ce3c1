import { readFileSync } from 'node:fs';
import { type Circumstances, type JudgedClaim as Judged, judgeClaim, type KnownText } from '../setups/claim-parts.js';
import type { ClaimReader } from '../setups/reading-parts.js';

export const verdicts = ['supported', 'refuted', 'not_enough_info'] as const;
export type WantedVerdict = (typeof verdicts)[number];

/** Memories and claims about them, described in `labelled/README.md`. */
export interface ClaimCase {
  topic: string;
  /** The name of the person who says "I". */
  owner?: string;
  memories: { content: string; at?: string }[];
  claims: { claim: string; asOf?: string; want: WantedVerdict; how: string }[];
}

export interface JudgedClaim extends Pick<Judged, 'verdict' | 'confidence'> {
  claim: string;
  want: WantedVerdict;
  how: string;
  score: number;
}

/** Only these claims measure; the files `p…` serve to choose the reader's threshold. */
const REPORT = ['', 2, 10, 11, ...Array.from({ length: 9 }, (_, place) => place + 20)].map((name) => `report${name}`);

/** A memory without a time counts as told just before this, in order. */
const NOW = new Date('2026-11-23T00:00:00Z');
const toldAt = (place: number) => new Date(NOW.getTime() - 60_000 + 100 * place);

const folder = new URL('../../labelled/claims/', import.meta.url);

const read = (name: string): ClaimCase[] =>
  (JSON.parse(readFileSync(new URL(`claims-${name}.json`, folder), 'utf8')) as { cases: ClaimCase[] }).cases;

const namesOf = (owner: string | undefined): string[] => {
  const name = owner?.toLowerCase() ?? '';
  return [...new Set([name, name.split(' ')[0] ?? ''])].filter((each) => each !== '');
};

type Readers = readonly ClaimReader[];

const judged = async (
  claim: string,
  known: readonly KnownText[],
  circumstances: Circumstances,
  readers: Readers = [],
) => {
  const found = await judgeClaim(claim, known, circumstances, readers);
  const { verdict, confidence, supportScore, contradictionScore } = found;
  return { claim, verdict, confidence, score: Math.max(supportScore, contradictionScore) };
};

/** All memories of a case are given to the judge, so finding them is not measured. */
export async function judgeClaims(cases: readonly ClaimCase[], readers: Readers = []): Promise<JudgedClaim[]> {
  const all: JudgedClaim[] = [];
  for (const { owner, memories, claims } of cases) {
    const known = memories.map(
      ({ content, at }, place): KnownText => ({ content, at: at ? new Date(at) : toldAt(place) }),
    );
    for (const { claim, asOf, want, how } of claims) {
      const circumstances = { asOf: asOf ? new Date(asOf) : NOW, names: namesOf(owner) };
      all.push({ ...(await judged(claim, known, circumstances, readers)), want, how });
    }
  }
  return all;
}

export const judgeReportClaims = (...readers: Readers): Promise<JudgedClaim[]> =>
  judgeClaims(REPORT.flatMap(read), readers);

/** `conflict`, where both sides are told, is not an answer either. */
export const isAnswered = ({ verdict }: JudgedClaim): boolean => verdict === 'supported' || verdict === 'refuted';

export const isFalse = (claim: JudgedClaim): boolean => isAnswered(claim) && claim.verdict !== claim.want;

export interface Bin {
  from: number;
  answered: number;
  right: number;
  /** (right + 1) / (answered + 2), at most that of the bin above. */
  confidence: number;
}

const FROM = [0.99, 0.85, 0.7];

/** The share of right verdicts by strength of evidence; weaker evidence never gets a higher one. */
export function binsOf(claims: readonly JudgedClaim[]): Bin[] {
  let least = 1;
  return FROM.map((from, place) => {
    const below = FROM[place - 1] ?? Number.POSITIVE_INFINITY;
    const inBin = claims.filter((claim) => isAnswered(claim) && claim.score >= from && claim.score < below);
    const right = inBin.filter((claim) => !isFalse(claim)).length;
    least = Math.min(least, (right + 1) / (inBin.length + 2));
    return { from, answered: inBin.length, right, confidence: least };
  });
}

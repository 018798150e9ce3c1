import {
  CLEARLY_DIFFERENT,
  type EvidenceWeights,
  evidenceFor,
  isBesides,
  isTold,
  judgedPair,
  type PairJudge,
  type Said,
  type ViewedPair,
} from '@hippocamp/runtime/reading-parts';
import { fit, logistic, type Sample } from './fit.js';
import type { PairExample } from './pair-examples.js';

/** Of pairs that are not the same, so many may be taken for it. */
const LOST = 0.001;
/** Of facts that still hold, so many may be replaced. */
const WRONGLY_REPLACED = 0.01;
/** And of two memories by chance, the nearest that there are. */
const REPLACED_BY_CHANCE = 0.015;
/** Of two memories by chance, so many a person may have to look at. */
const LOOKED_AT = 0.03;
/** Nobody is asked about what is less likely than not. */
const LIKELY = 0.5;
const STRICTNESS = 1e-4;

/** A pair with what is said of it. */
export interface SaidPair {
  example: PairExample;
  pair: ViewedPair;
  said: Said;
}

type Relation = keyof typeof evidenceFor;
const wanted = { same: 'same', replaces: 'conflict' } as const;

const sampleOf = (evidence: readonly number[]): Sample => ({
  places: Int32Array.from(evidence.keys()),
  values: Float64Array.from(evidence),
});

function weightsFor(relation: Relation, pairs: readonly SaidPair[]): EvidenceWeights {
  const evidence = pairs.map(({ pair, said }) => evidenceFor[relation](pair, said));
  const isSo = pairs.map(({ example }) => Number(example.want === wanted[relation]));
  const fitted = fit(evidence.map(sampleOf), evidence[0]?.length ?? 0, 1, logistic(isSo), STRICTNESS);
  const rounded = (value: number) => Math.round(1000 * value) / 1000;
  return { bias: rounded(fitted.bias[0] ?? 0), weights: [...fitted.weights].map(rounded) };
}

/** The least probability that at most a share of the values reaches. */
const reachedBy = (values: readonly number[], share: number): number =>
  values.toSorted((first, second) => second - first)[Math.floor(values.length * share)] ?? 0;

const rounded = (value: number) => Math.ceil(value * 1000) / 1000;

/** What is made of what the reader and the words say, by pairs of which neither has learned anything. */
export function judgeFrom(pairs: readonly SaidPair[]): PairJudge {
  const written = pairs.filter(({ example }) => !example.isChance);
  // What the words are sure of is not read.
  const chances = pairs.filter(({ example, said }) => example.isChance && said.words.different < CLEARLY_DIFFERENT);
  const all = [...written, ...chances];
  const [same, replaces] = [weightsFor('same', all), weightsFor('replaces', all)];
  const judge: PairJudge = { same: { ...same, from: 0 }, replaces: { ...replaces, from: 0 }, doubtful: 0 };
  const judgedAs = (relation: Relation, among: readonly SaidPair[]) =>
    among.map(({ pair, said }) => judgedPair(pair, said, judge)[relation]);
  const replacing = (among: readonly SaidPair[]) =>
    judgedAs(
      'replaces',
      among.filter(({ pair }) => isTold(pair.newer) && !isBesides(pair.newer)),
    );
  const different = written.filter(({ example }) => example.want === 'different');
  return {
    same: {
      ...same,
      from: rounded(
        reachedBy(
          judgedAs(
            'same',
            written.filter(({ example }) => example.want !== 'same'),
          ),
          LOST,
        ),
      ),
    },
    replaces: {
      ...replaces,
      from: rounded(
        Math.max(reachedBy(replacing(different), WRONGLY_REPLACED), reachedBy(replacing(chances), REPLACED_BY_CHANCE)),
      ),
    },
    doubtful: Math.max(LIKELY, rounded(reachedBy(judgedAs('replaces', chances), LOOKED_AT))),
  };
}

const share = (values: readonly boolean[]) => values.filter(Boolean).length / Math.max(1, values.length);
const percent = (value: number) => `${(100 * value).toFixed(1)} %`;

/** What becomes of pairs. */
export function describeJudged(name: string, pairs: readonly SaidPair[], judge: PairJudge): string {
  const verdictOf = ({ pair, said }: SaidPair) => {
    const { same, replaces } = judgedPair(pair, said, judge);
    if (same >= judge.same.from) return 'same';
    if (replaces >= judge.replaces.from && isTold(pair.newer) && !isBesides(pair.newer)) return 'replaces';
    return replaces >= judge.doubtful ? 'doubtful' : 'different';
  };
  const of = (want: string, chance: boolean) =>
    pairs.filter(({ example }) => example.want === want && example.isChance === chance);
  const said = (among: readonly SaidPair[], verdict: string) =>
    percent(share(among.map((each) => verdictOf(each) === verdict)));
  const line = (among: readonly SaidPair[]) =>
    `same ${said(among, 'same')}, replaced ${said(among, 'replaces')}, looked at ${said(among, 'doubtful')}`;
  return [
    `${name}: of the same: ${line(of('same', false))}; of conflicts: ${line(of('conflict', false))}`,
    `of different ones: ${line(of('different', false))}; of those by chance: ${line(of('different', true))}`,
  ].join('\n    ');
}

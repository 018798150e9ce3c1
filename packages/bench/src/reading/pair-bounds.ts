import {
  type Bounds,
  type Objection,
  objectionToReplacing,
  objectionToSame,
  replacesFrom,
  sameFrom,
  tellsOfChange,
  type ViewedPair,
} from '@hippocamp/runtime/reading-parts';
import type { Relations } from '@hippocamp/shared/language/comparison';
import type { PairExample } from './pair-examples.js';
import type { PairDesign } from './pair-fit.js';

/** Of pairs that are not the same, so many may be taken for it. */
const LOST = 0.0015;
/** Of facts that still hold, so many may be replaced: where a change is told, and where it is not. */
const WRONGLY_REPLACED = 0.005;
/** And of two memories by chance, of which there are many more. */
const REPLACED_BY_CHANCE = 0.002;
/** Of two memories by chance that are alike, so many a person may have to look at. */
const LOOKED_AT = 0.025;
/** However seldom a reader errs on the pairs by which it is bounded, it has to be so sure: there are not many of each kind. */
const SURE = { same: 0.8, replaces: 0.6, replacesInSpite: 0.8 };
/** Nobody is asked about what is less likely. */
const POSSIBLE = 0.4;

/** The least probability that at most a share of the values reaches. */
const reachedBy = (values: readonly number[], share: number): number =>
  values.toSorted((first, second) => second - first)[Math.floor(values.length * share)] ?? 0;

const rounded = (value: number) => Math.ceil(value * 1000) / 1000;

/** How sure one has to be, by pairs of which nothing was learned. */
export function boundsOf(
  examples: readonly PairExample[],
  { pairs }: Pick<PairDesign, 'pairs'>,
  judged: readonly Relations[],
): Bounds {
  const places = [...examples.keys()];
  const written = places.filter((place) => !examples[place]?.isChance);
  const of = (wanted: (example: PairExample) => boolean) =>
    written.filter((place) => wanted(examples[place] as PairExample));
  const pairAt = (place: number) => pairs[place] as PairDesign['pairs'][number];
  const notSame = of(({ want }) => want !== 'same');
  const sames = (wanted: Objection) =>
    notSame.map((place) => (objectionToSame(pairAt(place)) === wanted ? (judged[place]?.same ?? 0) : 0));
  const chancePlaces = places.filter((place) => examples[place]?.isChance);
  const different = of(({ want }) => want === 'different');
  const replacingFrom = (counts: (pair: ViewedPair) => boolean) => {
    const replacing = (among: readonly number[]) =>
      among.map((place) => (counts(pairAt(place)) ? (judged[place]?.conflict ?? 0) : 0));
    return rounded(
      Math.max(
        SURE.replaces,
        reachedBy(replacing(different), WRONGLY_REPLACED),
        reachedBy(replacing(chancePlaces), REPLACED_BY_CHANCE),
      ),
    );
  };
  const isUnlikely = (pair: ViewedPair) => objectionToReplacing(pair) === 'unlikely';
  const isLikely = (pair: ViewedPair) => objectionToReplacing(pair) === 'none';
  const chances = chancePlaces.map((place) => judged[place]?.conflict ?? 0);
  const same = Math.max(SURE.same, rounded(reachedBy(sames('none'), LOST)));
  const replaces = replacingFrom((pair) => isLikely(pair) && !tellsOfChange(pair));
  return {
    same,
    sameInSpite: Math.max(same, rounded(reachedBy(sames('unlikely'), LOST))),
    replaces,
    replacesTold: replacingFrom((pair) => isLikely(pair) && tellsOfChange(pair)),
    replacesInSpite: Math.max(SURE.replacesInSpite, replaces, replacingFrom(isUnlikely)),
    doubtful: Math.max(POSSIBLE, rounded(reachedBy(chances, LOOKED_AT))),
  };
}

const share = (values: readonly boolean[]) => values.filter(Boolean).length / Math.max(1, values.length);
const percent = (value: number) => `${(100 * value).toFixed(1)} %`;

/** What becomes of pairs by thresholds, after the vetoes. */
export function describePairs(
  name: string,
  examples: readonly PairExample[],
  { pairs }: Pick<PairDesign, 'pairs'>,
  judged: readonly Relations[],
  bounds: Bounds,
): string {
  const verdict = (place: number) => {
    const pair = pairs[place];
    const found = judged[place];
    if (!pair || !found) return 'different';
    if (found.same >= sameFrom(pair, bounds).alone) return 'same';
    if (found.conflict >= replacesFrom(pair, bounds).alone) return 'replaces';
    return found.conflict >= bounds.doubtful ? 'doubtful' : 'different';
  };
  const of = (want: string, chance: boolean) =>
    [...examples.keys()].filter((place) => examples[place]?.want === want && examples[place]?.isChance === chance);
  const said = (places: readonly number[], ...verdicts: string[]) =>
    percent(share(places.map((place) => verdicts.includes(verdict(place)))));
  const [sames, conflicts, others, chances] = [
    of('same', false),
    of('conflict', false),
    of('different', false),
    of('different', true),
  ];
  return [
    `${name}: same told ${said(sames, 'same')}; conflicts replaced ${said(conflicts, 'replaces')}, looked at ${said(conflicts, 'doubtful')}, lost ${said(conflicts, 'same')}`,
    `different replaced ${said(others, 'replaces')}, looked at ${said(others, 'doubtful')}, lost ${said(others, 'same')}; by chance replaced ${said(chances, 'replaces')}, looked at ${said(chances, 'doubtful')}, lost ${said(chances, 'same')}`,
  ].join('\n    ');
}

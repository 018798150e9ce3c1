import { mayBeSame, mayReplace, type Relations, tellsOfChange } from '@hippocamp/runtime/reading-parts';
import { type PairExample, pairExamples } from './pair-examples.js';
import { designOf, fitPairs, type PairDesign, rowsOf, viewed } from './pair-fit.js';

/** Of pairs that are not the same, so many may be taken for it. */
const LOST = 0.0025;
/** Of facts that still hold, so many may be replaced: where a change is told, and where it is not. */
const WRONGLY_REPLACED = 0.005;
/** And of two memories by chance, of which there are many more. */
const REPLACED_BY_CHANCE = 0.002;
/** Of two memories by chance, so many a person may have to look at. */
const LOOKED_AT = 0.04;
const PARTS = 3;

const partOf = ({ author, topic }: PairExample): number =>
  [...`${author} ${topic}`].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973, 7) % PARTS;

/** Of each example by a head that knows nothing of its topic. */
function crossValidated(
  examples: readonly PairExample[],
  design: PairDesign,
  say: (line: string) => void,
): Relations[] {
  const judged: Relations[] = [];
  for (let part = 0; part < PARTS; part += 1) {
    say(`pairs: without part ${part + 1} of ${PARTS} of the topics`);
    const places = [...examples.keys()].filter((place) => partOf(examples[place] as PairExample) !== part);
    const head = fitPairs(examples, design, places);
    for (const [place, sample] of design.samples.entries())
      if (partOf(examples[place] as PairExample) === part) judged[place] = head.of(sample);
  }
  return judged;
}

/** The least probability that at most a share of the values reaches. */
const reachedBy = (values: readonly number[], share: number): number =>
  values.toSorted((first, second) => second - first)[Math.floor(values.length * share)] ?? 0;

const rounded = (value: number) => Math.ceil(value * 1000) / 1000;

function thresholdsOf(examples: readonly PairExample[], { pairs }: PairDesign, judged: readonly Relations[]) {
  const places = [...examples.keys()];
  const written = places.filter((place) => !examples[place]?.isChance);
  const of = (wanted: (example: PairExample) => boolean) =>
    written.filter((place) => wanted(examples[place] as PairExample));
  const pairAt = (place: number) => pairs[place] as PairDesign['pairs'][number];
  const sames = of(({ want }) => want !== 'same').map((place) =>
    mayBeSame(pairAt(place)) ? (judged[place]?.same ?? 0) : 0,
  );
  const chancePlaces = places.filter((place) => examples[place]?.isChance);
  const replacing = (among: readonly number[], told: boolean) =>
    among.map((place) => {
      const counts = mayReplace(pairAt(place)) && tellsOfChange(pairAt(place)) === told;
      return counts ? (judged[place]?.conflict ?? 0) : 0;
    });
  const different = of(({ want }) => want === 'different');
  const replacesFrom = (told: boolean) =>
    Math.max(
      reachedBy(replacing(different, told), WRONGLY_REPLACED),
      reachedBy(replacing(chancePlaces, told), REPLACED_BY_CHANCE),
    );
  const chances = chancePlaces.map((place) => judged[place]?.conflict ?? 0);
  return {
    same: rounded(reachedBy(sames, LOST)),
    replaces: rounded(replacesFrom(false)),
    replacesTold: rounded(replacesFrom(true)),
    doubtful: rounded(reachedBy(chances, LOOKED_AT)),
  };
}

const share = (values: readonly boolean[]) => values.filter(Boolean).length / Math.max(1, values.length);
const percent = (value: number) => `${(100 * value).toFixed(1)} %`;

/** What becomes of pairs by thresholds, after the vetoes. */
function describe(
  name: string,
  examples: readonly PairExample[],
  { pairs }: Pick<PairDesign, 'pairs'>,
  judged: readonly Relations[],
  { same, replaces, replacesTold, doubtful }: ReturnType<typeof thresholdsOf>,
): string {
  const verdict = (place: number) => {
    const pair = pairs[place];
    const found = judged[place];
    if (!pair || !found) return 'different';
    if (found.same >= same && mayBeSame(pair)) return 'same';
    if (found.conflict >= (tellsOfChange(pair) ? replacesTold : replaces) && mayReplace(pair)) return 'replaces';
    return found.conflict >= doubtful ? 'doubtful' : 'different';
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

/** The file of the head of pairs, and lines that say how it does on topics and authors that it does not know. */
export async function trainPairs(say: (line: string) => void): Promise<{ name: string; made: string }[]> {
  const { training, report } = await pairExamples();
  return (['words', 'model'] as const).map((name) => {
    const withVectors = name === 'model';
    const design = designOf(training, withVectors);
    const judged = crossValidated(training, design, say);
    const thresholds = thresholdsOf(training, design, judged);
    console.log(`pairs, ${name}: ${JSON.stringify(thresholds)}`);
    console.log(describe('  by other topics', training, design, judged, thresholds));
    const head = fitPairs(training, design, [...training.keys()]);
    const judgedReport = report.map((example) => head.of(design.sampleOf(example)));
    console.log(describe('  report part', report, { pairs: report.map(viewed) }, judgedReport, thresholds));
    const id = `pairs-1 ${name}`;
    const made = JSON.stringify({ id, ...thresholds, ...rowsOf(head, design) }).replaceAll('],', '],\n');
    return { name: `pairs-${name}`, made };
  });
}

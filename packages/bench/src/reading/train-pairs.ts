import type { Relations } from '@hippocamp/shared/language/comparison';
import { boundReader } from './bound-reader.js';
import { boundsOf, describePairs } from './pair-bounds.js';
import { type PairExample, pairExamples } from './pair-examples.js';
import { designOf, fitPairs, type PairDesign, rowsOf, viewed } from './pair-fit.js';

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

/** The head over words, with lines that say how it does on topics and authors that it does not know. */
async function trainWords(say: (line: string) => void): Promise<string> {
  const { training, report } = await pairExamples();
  const design = designOf(training);
  const judged = crossValidated(training, design, say);
  const thresholds = boundsOf(training, design, judged);
  console.log(`pairs, words: ${JSON.stringify(thresholds)}`);
  console.log(describePairs('  by other topics', training, design, judged, thresholds));
  const head = fitPairs(training, design, [...training.keys()]);
  const judgedReport = report.map((example) => head.of(design.sampleOf(example)));
  console.log(describePairs('  report part', report, { pairs: report.map(viewed) }, judgedReport, thresholds));
  const id = 'pairs-2 words';
  return JSON.stringify({ id, ...thresholds, ...rowsOf(head, design) }).replaceAll('],', '],\n');
}

/** The files by which pairs are judged, and where they go; the model itself is made by `packages/bench/training`. */
export async function trainPairs(say: (line: string) => void): Promise<{ name: string; made: string }[]> {
  const words = await trainWords(say);
  return [
    { name: 'heads/pairs-words', made: words },
    { name: 'reader-mpnet/bounds', made: await boundReader(words) },
  ];
}

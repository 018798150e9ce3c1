import { openReadingModel, readPairHead, relationsOf, together } from '@hippocamp/runtime/reading-parts';
import type { Relations } from '@hippocamp/shared/language/comparison';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { boundsOf, describePairs } from './pair-bounds.js';
import { type PairExample, pairExamples } from './pair-examples.js';
import { viewed } from './pair-fit.js';

const tenant = 'bench' as TenantId;

async function readAll(...parts: (readonly PairExample[])[]): Promise<Relations[][]> {
  const { pairReader, close } = await openReadingModel();
  try {
    const found: Relations[][] = [];
    for (const examples of parts) {
      const asked = examples.map(({ a, b }): [string, string] => [a, b]);
      const relations = await pairReader.relate(tenant, asked);
      found.push(
        relations.map((each) => {
          if (each === null) throw new Error('the model of pairs cannot run here');
          return each;
        }),
      );
    }
    return found;
  } finally {
    await close();
  }
}

/**
 * How sure the model that reads two texts together has to be, beside the head over words, by authors of whom it has learned nothing: JSON
 * of `Bounds`.
 */
export async function boundReader(wordsHead: string): Promise<string> {
  const { bounding, report } = await pairExamples();
  const [read = [], readReport = []] = await readAll(bounding, report);
  const head = readPairHead(wordsHead);
  const besideWords = (examples: readonly PairExample[], relations: readonly Relations[]) =>
    relations.map((each, place) => together(each, relationsOf(head, viewed(examples[place] as PairExample))));
  const [judged, judgedReport] = [besideWords(bounding, read), besideWords(report, readReport)];
  const pairs = bounding.map(viewed);
  const bounds = boundsOf(bounding, { pairs }, judged);
  console.log(`pairs, model: ${JSON.stringify(bounds)}`);
  console.log(describePairs('  authors by whom it is bounded', bounding, { pairs }, judged, bounds));
  console.log(describePairs('  report part', report, { pairs: report.map(viewed) }, judgedReport, bounds));
  return JSON.stringify(bounds, null, 2);
}

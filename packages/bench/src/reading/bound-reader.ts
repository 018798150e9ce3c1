import { openReadingModel, type PairReader } from '@hippocamp/runtime/reading-parts';
import type { Relations } from '@hippocamp/shared/language/comparison';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { claimBoundsOf, describeClaims, readExamples } from './claim-bounds.js';
import { boundsOf, describePairs } from './pair-bounds.js';
import { type PairExample, pairExamples } from './pair-examples.js';
import { viewed } from './pair-fit.js';

const tenant = 'bench' as TenantId;

async function readAll(pairReader: PairReader, examples: readonly PairExample[]): Promise<Relations[]> {
  const asked = examples.map(({ a, b }): [string, string] => [a, b]);
  const relations = await pairReader.relate(tenant, asked);
  return relations.map((each) => {
    if (each === null) throw new Error('the model that reads two texts together cannot run here');
    return each;
  });
}

async function updateBounds(pairReader: PairReader) {
  const { bounding, report } = await pairExamples();
  const [judged, judgedReport] = [await readAll(pairReader, bounding), await readAll(pairReader, report)];
  const pairs = bounding.map(viewed);
  const bounds = boundsOf(bounding, { pairs }, judged);
  console.log(`updates, model: ${JSON.stringify(bounds)}`);
  console.log(describePairs('  authors by whom it is bounded', bounding, { pairs }, judged, bounds));
  console.log(describePairs('  report part', report, { pairs: report.map(viewed) }, judgedReport, bounds));
  return bounds;
}

async function claimBounds(pairReader: PairReader) {
  const examples = await readExamples(pairReader);
  const bounds = claimBoundsOf(examples);
  console.log(`claims, model: ${JSON.stringify(bounds)}`);
  console.log(describeClaims(examples, bounds));
  return bounds;
}

/** How sure the model that reads two texts together has to be, by authors of whom it has learned nothing: JSON of `ReaderBounds`. */
export async function boundReader(): Promise<string> {
  const { pairReader, close } = await openReadingModel();
  try {
    const found = { updates: await updateBounds(pairReader), claims: await claimBounds(pairReader) };
    return JSON.stringify(found, null, 2);
  } finally {
    await close();
  }
}

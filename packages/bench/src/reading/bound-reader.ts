import { openReadingModel } from '@hippocamp/runtime/reading-parts';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { type ClaimExample, heldClaims } from './claim-examples.js';
import { boundsOf, describePairs, reachedBy, rounded } from './pair-bounds.js';
import { type PairExample, pairExamples } from './pair-examples.js';
import { viewed } from './pair-fit.js';

type ReadingModel = Awaited<ReturnType<typeof openReadingModel>>;

const tenant = 'bench' as TenantId;

/** Of claims that are not so, so many may be taken for it before numbers, names and denial are looked at. */
const FALSE = 0.005;

const each = <Value>(found: readonly (Value | null)[]): Value[] =>
  found.map((value) => {
    if (value === null) throw new Error('the model of pairs cannot run here');
    return value;
  });

/** Of updates, by authors of whom the model has learned nothing. */
async function boundUpdates({ pairReader }: ReadingModel) {
  const { bounding, report } = await pairExamples();
  const read = async (examples: readonly PairExample[]) =>
    each(
      await pairReader.updates(
        tenant,
        examples.map(({ a, b }) => [a, b]),
      ),
    );
  const [judged, judgedReport] = [await read(bounding), await read(report)];
  const pairs = bounding.map(viewed);
  const bounds = boundsOf(bounding, { pairs }, judged);
  console.log(`pairs, model: ${JSON.stringify(bounds)}`);
  console.log(describePairs('  authors by whom it is bounded', bounding, { pairs }, judged, bounds));
  console.log(describePairs('  report part', report, { pairs: report.map(viewed) }, judgedReport, bounds));
  return bounds;
}

/** Of claims, by topics of which it has learned nothing. */
async function boundClaims({ pairReader }: ReadingModel) {
  const examples = heldClaims();
  const read = each(
    await pairReader.claims(
      tenant,
      examples.map(({ owner, memory, claim }) => [`${owner.toLowerCase()}: ${memory}`, claim]),
    ),
  );
  const boundOf = (verdict: 'supported' | 'refuted') => {
    const other = ({ want }: ClaimExample) => want !== verdict;
    const wrong = read.flatMap((stances, place) => (other(examples[place] as ClaimExample) ? [stances[verdict]] : []));
    return rounded(reachedBy(wrong, FALSE));
  };
  const bounds = { supported: boundOf('supported'), refuted: boundOf('refuted') };
  const told = (verdict: 'supported' | 'refuted') => {
    const places = [...examples.keys()].filter((place) => examples[place]?.want === verdict);
    return `${verdict} ${places.filter((place) => (read[place]?.[verdict] ?? 0) >= bounds[verdict]).length} of ${places.length}`;
  };
  console.log(`claims, model: ${JSON.stringify(bounds)}: ${told('supported')}, ${told('refuted')}`);
  return bounds;
}

/** How sure the model that reads two texts together has to be: JSON with the members of `ReaderBounds`. */
export async function boundReader(): Promise<string> {
  const model = await openReadingModel();
  try {
    return JSON.stringify({ reader: await boundUpdates(model), claims: await boundClaims(model) });
  } finally {
    await model.close();
  }
}

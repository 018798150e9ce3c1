import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { modelFiles } from './files.js';
import { createTokenizer } from './tokenizer.js';
import { FLUENT } from './traits.js';

/** How well the model knows what a text is written in, 0..1. */
export type Fluency = (text: string) => number;

/** Of a piece: its letters, 0 of one that the vocabulary does not have; null of a sign or a number, which belong to no language. */
const lettersOf = (entry: string): number | null => {
  if (entry === '[UNK]') return 0;
  return entry.match(/\p{L}/gu)?.length ?? null;
};

/**
 * By the letters of the pieces that a text is cut into: words of a language that the model has learned are whole or nearly, those of
 * another are cut into a letter or two.
 */
export function createFluency(vocabulary: readonly string[]): Fluency {
  const tokenize = createTokenizer(vocabulary);
  const letters = vocabulary.map(lettersOf);
  return (text) => {
    const pieces = tokenize(text)
      .slice(1, -1)
      .flatMap((id) => letters[id] ?? []);
    const sum = pieces.reduce((total, piece) => total + piece, 0);
    return pieces.length === 0 ? 1 : Math.min(1, sum / pieces.length / FLUENT);
  };
}

/** That of the model in the folder. */
export const loadFluency = async (folder: string): Promise<Fluency> =>
  createFluency((await readFile(join(folder, modelFiles.vocabulary), 'utf8')).split('\n'));

import { formNames } from './features.js';
import { type Heads, headNames } from './heads.js';

/** As it stands in the file; nothing of it is sure before it was looked at. */
interface Kept extends Omit<Heads, 'words'> {
  words: Record<string, number[]>;
}

const isRow = (row: unknown, length: number): row is number[] =>
  Array.isArray(row) && row.length === length && row.every((value) => Number.isFinite(value));

/** Reads what `npm run train` writes: JSON with the members of `Heads`. Throws where it is something else, naming what is wrong. */
export function readHeads(text: string): Heads {
  const { id, threshold, steering, bias, words, form, vector } = JSON.parse(text) as Partial<Kept>;
  const width = headNames.length;
  const rows: [string, unknown, number][] = [
    ['bias', bias, width],
    ...Object.entries(words ?? {}).map(([word, row]): [string, unknown, number] => [word, row, width + 1]),
    ...formNames.map((name, place): [string, unknown, number] => [name, form?.[place], width]),
    ...Object.entries(vector ?? []).map(([place, row]): [string, unknown, number] => [
      `dimension ${place}`,
      row,
      width,
    ]),
  ];
  const wrong = rows.find(([, row, length]) => !isRow(row, length));
  if (wrong) throw new Error(`the heads have no ${wrong[2]} numbers for "${wrong[0]}"`);
  if (!id || !threshold || !steering || !bias || !words || !form || !vector)
    throw new Error('the heads have not all of their members');
  return { id, threshold, steering, bias, words: new Map(Object.entries(words)), form, vector };
}

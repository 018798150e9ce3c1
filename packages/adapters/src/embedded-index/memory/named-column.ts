import { bytesOf, grown } from './growing.js';

/** What a row is filtered by, as a number for each name that occurs. */
export interface NamedColumn {
  put(row: number, name: string): void;
  /** Clears `passes` where the row has none of the names. */
  pass(names: readonly string[], passes: Uint8Array): void;
  /** The same where the row's name does not fit; asked once a name. */
  passWhere(fits: (name: string) => boolean, passes: Uint8Array): void;
  /** Row `n` is what row `kept[n]` was; `kept` ascends. Names that no row has any more are forgotten. */
  keep(kept: Int32Array): void;
  bytes(): number;
}

/** What V8 takes for a short text and its entry in a map, and for each of its letters. */
const BYTES_OF_NAME = 100;
const BYTES_OF_LETTER = 2;

export function createNamedColumn(): NamedColumn {
  let numbers = new Map<string, number>();
  let letters = 0;
  let column = new Int32Array(0);

  const numberOf = (name: string): number => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    letters += name.length;
    numbers.set(name, numbers.size);
    return numbers.size - 1;
  };

  const passNumbers = (allowed: Uint8Array, passes: Uint8Array) => {
    for (let row = 0; row < passes.length; row += 1) if (!allowed[column[row] ?? 0]) passes[row] = 0;
  };

  const forget = (rows: number) => {
    const names = [...numbers.keys()];
    numbers = new Map();
    letters = 0;
    for (let row = 0; row < rows; row += 1) column[row] = numberOf(names[column[row] ?? 0] ?? '');
  };

  return {
    put(row, name) {
      column = grown(column, row + 1);
      column[row] = numberOf(name);
    },
    pass(names, passes) {
      const allowed = new Uint8Array(numbers.size);
      for (const number of names.map((name) => numbers.get(name))) if (number !== undefined) allowed[number] = 1;
      passNumbers(allowed, passes);
    },
    passWhere(fits, passes) {
      passNumbers(
        Uint8Array.from(numbers.keys(), (name) => Number(fits(name))),
        passes,
      );
    },
    keep(kept) {
      for (const [row, old] of kept.entries()) column[row] = column[old] ?? 0;
      forget(kept.length);
    },
    bytes: () => bytesOf(column) + numbers.size * BYTES_OF_NAME + letters * BYTES_OF_LETTER,
  };
}

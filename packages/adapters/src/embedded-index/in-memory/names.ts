import { bytesOf, grown } from './growing.js';

export interface Names {
  /** A new name gets a new number, or one of a name that was forgotten. */
  numberOf(name: string): number;
  /** 1 at the number of each known one of `wanted`. */
  flagged(wanted: readonly string[]): Uint8Array;
  /** Above all numbers. */
  end(): number;
  /** Forgets names whose number is not used. Others keep theirs. */
  keep(used: Uint8Array): void;
  bytes(): number;
}

/** Bytes that V8 needs for a short text with its map entry, for each letter, and for a free number. */
const BYTES_OF_NAME = 100;
const BYTES_OF_LETTER = 2;
const BYTES_OF_NUMBER = 8;

export function createNames(): Names {
  const numbers = new Map<string, number>();
  const free: number[] = [];
  let letters = 0;
  const end = () => numbers.size + free.length;

  return {
    numberOf(name) {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      letters += name.length;
      const number = free.pop() ?? numbers.size;
      numbers.set(name, number);
      return number;
    },
    flagged(wanted) {
      const flags = new Uint8Array(end());
      for (const number of wanted.map((name) => numbers.get(name))) if (number !== undefined) flags[number] = 1;
      return flags;
    },
    end,
    keep(used) {
      for (const [name, number] of numbers) {
        if (used[number]) continue;
        numbers.delete(name);
        free.push(number);
        letters -= name.length;
      }
    },
    bytes: () => numbers.size * BYTES_OF_NAME + letters * BYTES_OF_LETTER + free.length * BYTES_OF_NUMBER,
  };
}

export interface NumberColumn {
  put(row: number, number: number): void;
  /** Rows whose number is not allowed pass no more. */
  pass(allowed: Uint8Array, passes: Uint8Array): void;
  /** Row `n` becomes what row `kept[n]` was; `kept` ascends. Answers with 1 at each number below `end` still used. */
  keep(kept: Int32Array, end: number): Uint8Array;
  bytes(): number;
}

export function createNumberColumn(): NumberColumn {
  let column = new Int32Array(0);
  return {
    put(row, number) {
      column = grown(column, row + 1);
      column[row] = number;
    },
    pass(allowed, passes) {
      for (let row = 0; row < passes.length; row += 1) if (!allowed[column[row] ?? 0]) passes[row] = 0;
    },
    keep(kept, end) {
      const used = new Uint8Array(end);
      for (const [row, old] of kept.entries()) {
        const number = column[old] ?? 0;
        column[row] = number;
        used[number] = 1;
      }
      return used;
    },
    bytes: () => bytesOf(column),
  };
}

import type { Token } from './tokens.js';

/** A place where two statements differ: what each says there. */
export interface Difference {
  claim: Token[];
  known: Token[];
  /** Where it stands: before, between or after what they share. */
  place: 'start' | 'middle' | 'end';
}

export interface Alignment {
  /** Pairs of the same, in order. */
  shared: [Token, Token][];
  differences: Difference[];
}

/** Beyond this a statement is too long to be compared word by word. */
export const MOST_TOKENS = 60;

/** "11 April" holds when it is "11 April 2026", and "2026" or "April 2026" do too. */
const coversDate = (claim: string, known: string): boolean =>
  claim === known || known.startsWith(`${claim}-`) || (claim.startsWith('--') && known.endsWith(claim.slice(1)));

export const isSame = (claim: Token, known: Token): boolean => {
  if (claim.kind === 'date' || known.kind === 'date') {
    return claim.kind === known.kind && coversDate(claim.key, known.key);
  }
  if (claim.kind === 'number' || known.kind === 'number') return claim.kind === known.kind && claim.key === known.key;
  return claim.key === known.key;
};

/** Lengths of the longest common subsequences of the rests from each pair of places on. */
const lengths = (claim: readonly Token[], known: readonly Token[]): number[][] => {
  const table = Array.from({ length: claim.length + 1 }, () => new Array<number>(known.length + 1).fill(0));
  const at = (row: number, column: number) => table[row]?.[column] ?? 0;
  for (let row = claim.length - 1; row >= 0; row -= 1) {
    for (let column = known.length - 1; column >= 0; column -= 1) {
      const [first, second] = [claim[row], known[column]];
      const same = first && second && isSame(first, second);
      const line = table[row];
      if (line) line[column] = same ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  return table;
};

/** What two statements share in the same order, and where they differ; null where they are too long for that. */
export function align(claim: readonly Token[], known: readonly Token[]): Alignment | null {
  if (claim.length > MOST_TOKENS || known.length > MOST_TOKENS) return null;
  const table = lengths(claim, known);
  const at = (row: number, column: number) => table[row]?.[column] ?? 0;
  const shared: Alignment['shared'] = [];
  const differences: Difference[] = [];
  let open: Difference = { claim: [], known: [], place: 'start' };
  const close = (next: Difference['place']) => {
    if (open.claim.length + open.known.length > 0) differences.push(open);
    open = { claim: [], known: [], place: next };
  };
  let [row, column] = [0, 0];
  while (row < claim.length || column < known.length) {
    const [first, second] = [claim[row], known[column]];
    if (first && second && isSame(first, second) && at(row, column) === at(row + 1, column + 1) + 1) {
      close('middle');
      shared.push([first, second]);
      row += 1;
      column += 1;
    } else if (first && (!second || at(row + 1, column) >= at(row, column + 1))) {
      open.claim.push(first);
      row += 1;
    } else if (second) {
      open.known.push(second);
      column += 1;
    }
  }
  if (open.place === 'middle') open.place = 'end';
  close('end');
  return { shared, differences };
}

/** Letters of a name that are compared: longer ones are no misspelling. */
const LENGTH = 64;

const plain = (name: string) =>
  name
    .slice(0, LENGTH)
    .toLowerCase()
    .replaceAll(/[_\-\s]/g, '');

/** Letters to add, drop, change or swap with their neighbour (optimal string alignment). */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const at = (costs: number[], index: number) => costs[index] ?? Number.POSITIVE_INFINITY;
      const cost = Math.min(at(last, column) + 1, at(next, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1));
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      next.push(swapped ? Math.min(cost, at(before, column - 2) + 1) : cost);
    }
    before = last;
    last = next;
  }
  return last[to.length] ?? 0;
}

/** The name of `known` that was probably meant; none where all are too different. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const given = plain(name);
  const near = known
    .map((candidate) => ({ candidate, far: distance(given, plain(candidate)) }))
    .filter(({ candidate, far }) => far <= Math.min(3, Math.floor((candidate.length + 1) / 3)))
    .sort((first, second) => first.far - second.far);
  return near[0]?.candidate;
}

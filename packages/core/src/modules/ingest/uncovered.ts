interface Place {
  start: number;
  end: number;
}

/** How many statements of a text have no part in what is kept of it, not even joined to another. Statements are in the order of the text. */
export function uncovered(statements: readonly Place[], kept: readonly Place[]): number {
  const inOrder = kept.toSorted((first, second) => first.start - second.start);
  let next = 0;
  let reached = 0;
  return statements.filter(({ start, end }) => {
    for (let one = inOrder[next]; one && one.start < end; one = inOrder[next]) {
      reached = Math.max(reached, one.end);
      next += 1;
    }
    return reached <= start;
  }).length;
}

export interface Found {
  recall: number;
  /** Share of the answer's words in the first ten, and in a context of 400 tokens; null where it has none. */
  words: number | null;
  inContext: number | null;
}

export interface Told {
  /** Memories whose span was found in the talk, and those of them that hold only sentences without content. */
  placed: number;
  nothing: number;
  /** Sentences with content, and those of them that a memory holds. */
  telling: number;
  kept: number;
}

export interface Way {
  turns: number;
  turnCharacters: number;
  memories: number;
  characters: number;
  reviews: number;
  /** Statements rejected because they say the same in other words, and memories that took the place of an earlier one. */
  repeats: number;
  changes: number;
  /** Turns of evidence, once for each question, and those of them that left a memory. */
  evidence: number;
  evidenceKept: number;
  through: Found[];
  asTheyAre: Found[];
  told: Told | null;
  ingestSeconds: number;
}

const sumOf = (ways: readonly Way[], of: (way: Way) => number): number => ways.reduce((sum, way) => sum + of(way), 0);

const addTold = (first: Told | null, second: Told | null): Told | null => {
  if (first === null || second === null) return first ?? second;
  return {
    placed: first.placed + second.placed,
    nothing: first.nothing + second.nothing,
    telling: first.telling + second.telling,
    kept: first.kept + second.kept,
  };
};

/** Every question counts the same. */
export const together = (ways: readonly Way[]): Way => ({
  turns: sumOf(ways, ({ turns }) => turns),
  turnCharacters: sumOf(ways, ({ turnCharacters }) => turnCharacters),
  memories: sumOf(ways, ({ memories }) => memories),
  characters: sumOf(ways, ({ characters }) => characters),
  reviews: sumOf(ways, ({ reviews }) => reviews),
  repeats: sumOf(ways, ({ repeats }) => repeats),
  changes: sumOf(ways, ({ changes }) => changes),
  evidence: sumOf(ways, ({ evidence }) => evidence),
  evidenceKept: sumOf(ways, ({ evidenceKept }) => evidenceKept),
  through: ways.flatMap(({ through }) => through),
  asTheyAre: ways.flatMap(({ asTheyAre }) => asTheyAre),
  told: ways.map(({ told }) => told).reduce(addTold, null),
  ingestSeconds: sumOf(ways, ({ ingestSeconds }) => ingestSeconds),
});

export const meanOf = (found: readonly Found[], of: keyof Found): number | null => {
  const values = found.flatMap((one) => one[of] ?? []);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
};

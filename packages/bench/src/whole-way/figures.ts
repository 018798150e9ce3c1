/** What is found of a question, by the memories that ingest made or by the turns as they are. */
export interface Found {
  /** Share of its evidence among the ten first. */
  recall: number;
  /** Share of the answer's words in the ten first, and in a context of 400 tokens; null where the answer has no words. */
  words: number | null;
  inContext: number | null;
}

/** Of the labelled talks. */
export interface Told {
  /** Memories whose span could be placed, and those of them that hold only what tells nothing. */
  placed: number;
  nothing: number;
  /** Sentences that tell something, and those of them that a memory holds. */
  telling: number;
  kept: number;
}

/** Of one talk. */
export interface Way {
  turns: number;
  turnCharacters: number;
  memories: number;
  characters: number;
  reviews: number;
  /** Turns of evidence, each as often as it is asked for, and those of them that left a memory. */
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

/** All talks of a set as one: each question counts as much as another. */
export const together = (ways: readonly Way[]): Way => ({
  turns: sumOf(ways, ({ turns }) => turns),
  turnCharacters: sumOf(ways, ({ turnCharacters }) => turnCharacters),
  memories: sumOf(ways, ({ memories }) => memories),
  characters: sumOf(ways, ({ characters }) => characters),
  reviews: sumOf(ways, ({ reviews }) => reviews),
  evidence: sumOf(ways, ({ evidence }) => evidence),
  evidenceKept: sumOf(ways, ({ evidenceKept }) => evidenceKept),
  through: ways.flatMap(({ through }) => through),
  asTheyAre: ways.flatMap(({ asTheyAre }) => asTheyAre),
  told: ways.map(({ told }) => told).reduce(addTold, null),
  ingestSeconds: sumOf(ways, ({ ingestSeconds }) => ingestSeconds),
});

/** Null where there is nothing to be averaged. */
export const meanOf = (found: readonly Found[], of: keyof Found): number | null => {
  const values = found.flatMap((one) => one[of] ?? []);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
};

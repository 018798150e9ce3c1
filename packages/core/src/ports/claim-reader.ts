/** What a known statement says of a claim. */
export interface Relation {
  stance: 'supports' | 'refutes' | 'neutral';
  /** How sure that is, 0..1; 0 where it is neutral. */
  score: number;
  /** Null where nothing can be said. */
  reason: 'direct_entailment' | 'negation' | 'value_mismatch' | 'temporal_mismatch' | null;
}

/** Knows how statements of a language are parted and compared. */
export interface ClaimReader {
  /** The sentences and coordinated clauses of a text, each a statement with a subject of its own, in order. */
  statementsOf(text: string): string[];
  /** By words, numbers, dates, names, negation and opposites; being alike says nothing. */
  relate(claim: string, known: string): Relation;
}

import type { Clause } from '../clauses/unit.js';

/** Two clauses that are compared. */
export interface Both {
  claim: Clause;
  known: Clause;
}

import type { Verdict } from '@hippocamp/shared/schemas/validate';

export interface Known {
  content: string;
  /** Of March 2026, when it was said; 1 unless given. */
  day?: number;
  /** The place of the memory that has taken its place, and since which day of March. */
  replacedBy?: number;
  until?: number;
  /** Whose memory it is; nobody's unless given. */
  owner?: string;
}

/** What is known, a claim, and what should be said of it. */
export interface Triple {
  kind: string;
  known: (string | Known)[];
  claim: string;
  verdict: Verdict;
  /** Day of March 2026; 20 unless given. */
  asOf?: number;
}

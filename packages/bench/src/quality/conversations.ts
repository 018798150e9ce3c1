export interface Memory {
  id: string;
  text: string;
  speaker: string;
  session: string;
  occurredAt: Date;
  /** The text before it in the session; null where there is none. */
  context: string | null;
}

export interface Question {
  text: string;
  /** LoCoMo's numbers: 1 multi-hop, 2 temporal, 3 open-domain, 4 single-hop. */
  category: number;
  /** Ids of the memories that answer it; at least one. */
  evidence: ReadonlySet<string>;
}

/** A conversation is one tenant. */
export interface Conversation {
  id: string;
  memories: Memory[];
  questions: Question[];
}

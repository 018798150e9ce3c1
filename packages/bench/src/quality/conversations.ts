/** What a question is searched in, and what answers it. */
export interface Memory {
  id: string;
  text: string;
  speaker: string;
  /** The session that it was said in, and when that was. */
  session: string;
  occurredAt: Date;
  /** The text before it in the same session; null where nothing came before. */
  context: string | null;
}

export interface Question {
  text: string;
  /** LoCoMo's: 1 multi-hop, 2 temporal, 3 open-domain, 4 single-hop. */
  category: number;
  /** Ids of the memories that answer it; at least one. */
  evidence: ReadonlySet<string>;
}

/** One tenant. */
export interface Conversation {
  id: string;
  memories: Memory[];
  questions: Question[];
}

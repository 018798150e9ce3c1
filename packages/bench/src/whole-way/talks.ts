/** A message of a talk. */
export interface Turn {
  id: string;
  role: 'user' | 'assistant';
  /** Between persons. */
  name?: string;
  text: string;
  /** ISO 8601, where it is known of each. */
  at?: string;
  /** Its parts, which cover it, where somebody has labelled them: whether each tells anything; null where it could go either way. */
  sentences?: readonly { text: string; tells: boolean | null }[];
}

export interface Session {
  id: string;
  /** When it was; null where nobody told. */
  at: string | null;
  turns: Turn[];
}

export interface Asked {
  question: string;
  answer: string;
  /** Ids of the turns that answer it. */
  evidence: ReadonlySet<string>;
}

/** What one tenant is told, and asked later. */
export interface Talk {
  id: string;
  sessions: Session[];
  questions: Asked[];
}

export const turnsIn = ({ sessions }: Talk): Turn[] => sessions.flatMap(({ turns }) => turns);

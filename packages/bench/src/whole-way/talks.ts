export interface Turn {
  id: string;
  role: 'user' | 'assistant';
  name?: string;
  text: string;
  /** ISO 8601, where the time of each turn is known. */
  at?: string;
  /** The labelled parts of the text, which cover it; `tells` is null where it could go either way. */
  sentences?: readonly { text: string; tells: boolean | null }[];
}

export interface Session {
  id: string;
  /** Null where the time is unknown. */
  at: string | null;
  turns: Turn[];
}

export interface Asked {
  question: string;
  answer: string;
  evidence: ReadonlySet<string>;
}

export interface Talk {
  id: string;
  sessions: Session[];
  questions: Asked[];
}

export const turnsIn = ({ sessions }: Talk): Turn[] => sessions.flatMap(({ turns }) => turns);

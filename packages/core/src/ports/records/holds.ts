/** Who does what only one process may do at a time. */
export interface Holder {
  token: string;
  /** For people: where it runs. */
  holder: string;
}

export interface Held extends Holder {
  since: Date;
  /** It is free from then on, unless it is kept. */
  until: Date;
}

/** Rows and not locks of sessions, which a pooler lends to others. */
export interface Holds {
  /** Takes what nobody has, or keeps what this token has for longer. Null where that came about, else who has it. */
  take(name: string, by: Holder, times: { now: Date; until: Date }): Promise<Held | null>;
  /** Gives it back, where this token still has it. */
  release(name: string, token: string): Promise<void>;
}

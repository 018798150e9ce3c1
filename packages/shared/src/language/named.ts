/** What kind of thing a name is of, as far as the text says; `thing` where it does not. */
export type NamedKind = 'person' | 'organisation' | 'place' | 'thing';

/** Somebody or something that a text calls by name. */
export interface Named {
  /** As it is written in the text. */
  name: string;
  kind: NamedKind;
  /**
   * Whether it is a name for sure. A word that only begins a sentence, or stands in capitals, may be any word; where somebody
   * has this name, it is theirs.
   */
  certain: boolean;
}

/** `thing` when the text does not tell the kind. */
export type NamedKind = 'person' | 'organisation' | 'place' | 'thing';

export interface Named {
  name: string;
  kind: NamedKind;
  /** False for a word that only begins a sentence or stands in capitals, and so may be no name. */
  certain: boolean;
}

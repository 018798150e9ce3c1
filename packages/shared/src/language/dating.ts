/** What is to be kept of a text, and when it was said. */
export interface ToDate {
  content: string;
  /** Where its words begin in the text, in UTF-16 units. */
  start: number;
  /** Where what was said at that time begins: the message, or the text. */
  from: number;
  /** ISO 8601; null where nobody knows. */
  at: string | null;
}

export interface TextToDate {
  text: string;
  /** IANA. */
  timeZone: string;
  kept: readonly ToDate[];
}

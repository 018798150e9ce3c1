export interface ToDate {
  content: string;
  /** The place of its words in the text, UTF-16 units. */
  start: number;
  /** The start of the message or text that was said at that time. */
  from: number;
  /** ISO 8601; null when unknown. */
  at: string | null;
}

export interface TextToDate {
  text: string;
  /** IANA. */
  timeZone: string;
  kept: readonly ToDate[];
}

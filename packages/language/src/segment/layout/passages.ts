import type { Span } from '../../spans.js';

/** A part of a text that is read by itself: a line, a paragraph, an item of a list, a row of a table. */
export interface Passage extends Span {
  kind: 'prose' | 'item' | 'row' | 'log' | 'heading' | 'member';
  /** Whose words they are; null where nobody is labelled. */
  speaker: string | null;
  /** Counts up with every labelled turn, so that lines of one turn are known to belong together. */
  turn: number;
  /** The heading it stands under. */
  heading: Span | null;
  /** What it says in words, where the text says it by its form only, as a table does. */
  said?: string;
}

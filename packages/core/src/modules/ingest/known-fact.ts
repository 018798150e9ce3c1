import type { WordedReading } from '@hippocamp/shared/language/reading';
import type { Extraction } from '../../ports/extractor.js';
import type { KeptReading, Span } from '../../ports/records.js';

/** A statement with all that it is compared by. */
export interface Comparable extends WordedReading {
  content: string;
  /** The words of the text itself, where it is kept with words of what was said before. */
  own: string | null;
  /** Of the text that it is a statement of. */
  hash: string;
  vector: Float32Array | null;
  /** Whom "I" means: what one says of themselves is nothing to what another does. */
  self: string;
  /** The labelled speaker; null where it is the owner's own word. */
  speaker: string | null;
  /** Equal for what compares alike; see `comparisonKey`. */
  key: string;
  /** Where it stands in the text; null where it is all of it. */
  part: Span | null;
}

/** A candidate with all that has to be known to decide about it. */
export interface Proposal {
  extraction: Extraction;
  /** Of its content as it is kept with the memory that it may become. */
  kept: KeptReading;
  /** Of its content. */
  hash: string;
  /** What it states, one by one: at least one. */
  statements: readonly Comparable[];
  /** Ids of the memories nearest to it in meaning, whatever their words. */
  meant: ReadonlySet<string>;
  /** Ids of what was told last. */
  latest: ReadonlySet<string>;
}

/** A statement of a memory of the same owner that a candidate could repeat or replace. */
export interface KnownFact extends Comparable {
  /** Of the memory. */
  id: string;
  /** How many statements that has. */
  of: number;
  /** When it was said. */
  occurredAt: Date;
}

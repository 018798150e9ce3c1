import type { ComparedText } from '@hippocamp/shared/language/comparison';
import type { Extraction } from '../../ports/extractor.js';
import type { KeptReading } from '../../ports/records.js';

/** A text with all that it is compared by. */
export interface Comparable extends ComparedText {
  hash: string;
  vector: Float32Array | null;
  /** Whom "I" means: what one says of themselves is nothing to what another does. */
  self: string;
  /** The labelled speaker; null where it is the owner's own word. */
  speaker: string | null;
  /** Equal for what compares alike; see `comparisonKey`. */
  key: string;
}

/** A candidate with all that has to be known to decide about it. */
export interface Proposal extends Comparable {
  extraction: Extraction;
  /** Of its content as it is kept with the memory that it may become. */
  kept: KeptReading;
  /** Ids of the memories nearest to it in meaning, whatever their words. */
  meant: ReadonlySet<string>;
  /** Ids of what was told last. */
  latest: ReadonlySet<string>;
}

/** A memory of the same owner that a candidate could repeat or replace. */
export interface KnownFact extends Comparable {
  id: string;
  /** When it was said. */
  occurredAt: Date;
}

import type { Extraction } from '../../ports/extractor.js';
import type { KeptReading } from '../../ports/records.js';
import type { Statement } from '../facts/compare.js';

/** A candidate with all that has to be known to decide about it. */
export interface Proposal extends Statement {
  extraction: Extraction;
  /** Of its content as it is kept with the memory that it may become. */
  kept: KeptReading;
  hash: string;
  vector: Float32Array | null;
}

/** A memory of the same owner that a candidate could repeat or replace. */
export interface KnownFact extends Statement {
  id: string;
  hash: string;
  vector: Float32Array | null;
  /** When it was said. */
  occurredAt: Date;
}

import type { EarlierMessage, Turn } from '@hippocamp/shared/language/statement';
import type { PlacedVerdict } from '@hippocamp/shared/language/verdict';
import type { Warning } from '@hippocamp/shared/schemas/common';
import type { Candidate, IngestRequest, ModelReading } from '@hippocamp/shared/schemas/ingest';
import type { ReaderVersions } from '../extractor.js';
import type { Span } from './memories.js';

export interface KeptTurn extends Turn {
  /** When it was said, ISO 8601; null when unknown. */
  at: string | null;
}

/** A message off the record. `turn` is the number of the turn after it. */
export interface UnkeptMessage extends EarlierMessage {
  turn: number;
}

/** The place of a message in an earlier ingest of the session. */
export interface EarlierPlace extends Span {
  artifactId: string;
}

/** The reader of a text, and its findings for the answer. */
export interface TextRead extends ReaderVersions {
  warnings: Warning[];
  /** The messages read before the text, in order. */
  before?: readonly EarlierPlace[];
  /** The number of statements not kept. Absent in readings of earlier releases. */
  leftOut?: number;
  /** Only for requests with debug. */
  verdicts?: PlacedVerdict[];
  /** True when a statement of the text tries to steer its reader. */
  instructs?: boolean;
  /** True when a language model read it after the local reader. */
  later?: boolean;
}

/** The request without its text. */
export type IngestOrder = Omit<IngestRequest, 'content'> & {
  warnings: Warning[];
  turns?: readonly KeptTurn[];
  /** Removed by the records once the text is read or given up. A later try reads without it. */
  unkept?: readonly UnkeptMessage[];
  /** True when the text is read again. Its memories stay. */
  again?: boolean;
  /** Set after reading. */
  read?: TextRead;
  /** Set when the local reader is done and a language model reads later. */
  model?: ModelReading;
};

/** The outcome of a candidate, without its text. */
export interface Outcome {
  status: Candidate['dedupStatus'];
  /** The id of the memory that it became or repeats; null for review. */
  memoryId: string | null;
  /** True when the repeated statement is in the same text. */
  repeatsItself: boolean;
  reason: string | null;
  /** Memories that it replaces. */
  replaced: string[];
  /** Single statements that it replaces in memories that otherwise stay. */
  replacedParts?: ReplacedPart[];
  /** Live memories that it may replace. All are kept until a person decides. */
  doubted?: string[];
  /** Live memories about the same thing that it does not replace. */
  beside?: { id: string; isLater: boolean }[];
  /** Set when a person has to decide. */
  reviewId?: string;
  /** The number of statements, 1 by default. */
  statements?: number;
  /** The later memory that already replaces it, when the text tells of an earlier time. */
  replacedBy: { id: string; at: Date } | null;
}

export interface ReplacedPart extends Span {
  id: string;
}

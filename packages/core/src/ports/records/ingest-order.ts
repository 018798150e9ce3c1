import type { EarlierMessage, Turn } from '@hippocamp/shared/language/statement';
import type { PlacedVerdict } from '@hippocamp/shared/language/verdict';
import type { Warning } from '@hippocamp/shared/schemas/common';
import type { Candidate, IngestRequest, ModelReading } from '@hippocamp/shared/schemas/ingest';
import type { ReaderVersions } from '../extractor.js';
import type { Span } from './memories.js';

/** A message in the text that is kept. */
export interface KeptTurn extends Turn {
  /** When it was said, ISO 8601; null where nobody told. */
  at: string | null;
}

/** A message off the record, and the number of the turn that it was said before. */
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
  /** Statements that told nothing; what an earlier release read has no such number. */
  leftOut?: number;
  /** The judge's verdict on each statement, for requests with debug. */
  verdicts?: PlacedVerdict[];
  /** Something in it tries to steer its reader. */
  instructs?: boolean;
  /** A language model read it, after the local reader had. */
  later?: boolean;
}

/** The request of an ingest without its text, as the row keeps it. */
export type IngestOrder = Omit<IngestRequest, 'content'> & {
  warnings: Warning[];
  turns?: readonly KeptTurn[];
  /** Kept only until the text is read or given up; then the records remove it. A later try reads without it. */
  unkept?: readonly UnkeptMessage[];
  /** Its memories stay; it is read for what an earlier reader left out. */
  again?: boolean;
  /** Set after reading. */
  read?: TextRead;
  /** Set when the local reader is done and a language model reads later. */
  model?: ModelReading;
};

/** The outcome of a candidate, without its text. */
export interface Outcome {
  status: Candidate['dedupStatus'];
  /** The id that an accepted one gets, or the id of the memory that a rejected one repeats; null for review. */
  memoryId: string | null;
  /** True when the repeated statement is in the same text. */
  repeatsItself: boolean;
  reason: string | null;
  /** Memories whose place it takes. */
  replaced: string[];
  /** Statements of memories that stay otherwise, whose place it takes. Absent where there is none. */
  replacedParts?: ReplacedPart[];
  /** Live memories whose place it may take: both are kept, and a person has to say. Absent where nothing is doubtful. */
  doubted?: string[];
  /** Live memories about the same thing, whose place it does not take. Absent where there is none. */
  beside?: { id: string; isLater: boolean }[];
  /** Set when a person has to decide. */
  reviewId?: string;
  /** The number of statements, 1 by default. */
  statements?: number;
  /** The later memory that already holds in its place: the text tells of an earlier time. */
  replacedBy: { id: string; at: Date } | null;
}

/** A statement of a memory, and where it stands in its content. */
export interface ReplacedPart extends Span {
  id: string;
}

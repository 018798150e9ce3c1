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

/** Where a message of an earlier ingest of the session stands. */
export interface EarlierPlace extends Span {
  artifactId: string;
}

/** Who read the text, and what is to be told of that. */
export interface TextRead extends ReaderVersions {
  warnings: Warning[];
  /** What was read before the text, in order. */
  before?: readonly EarlierPlace[];
  /** Statements that told nothing; what an earlier release read has no such number. */
  leftOut?: number;
  /** What the judge said of each statement, where it was asked for. */
  verdicts?: PlacedVerdict[];
  /** Something in it tries to steer its reader. */
  instructs?: boolean;
  /** A language model read it, after the local reader had. */
  later?: boolean;
}

/** What an ingest was asked for, without its text; the row keeps it. */
export type IngestOrder = Omit<IngestRequest, 'content'> & {
  warnings: Warning[];
  turns?: readonly KeptTurn[];
  /** Only until the text was read, or that was given up: the records take it out then. What is tried again is read without it. */
  unkept?: readonly UnkeptMessage[];
  /** What is kept of it already stays; it is read for what an earlier reader left out. */
  again?: boolean;
  /** Once it was read. */
  read?: TextRead;
  /** Once the local reader is done, where a language model reads behind it. */
  model?: ModelReading;
};

/** What became of a candidate. Holds none of its text. */
export interface Outcome {
  status: Candidate['dedupStatus'];
  /** The id that an accepted one gets, or the id of the memory that a rejected one repeats; null for review. */
  memoryId: string | null;
  /** What it repeats stands in the same text. */
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
  /** Where somebody has to decide about it. */
  reviewId?: string;
  /** How many statements it makes; one where that is not told. */
  statements?: number;
  /** The later memory that already holds in its place: the text tells of an earlier time. */
  replacedBy: { id: string; at: Date } | null;
}

/** A statement of a memory, and where it stands in its content. */
export interface ReplacedPart extends Span {
  id: string;
}

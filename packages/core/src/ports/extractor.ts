import type { Amended, Correction } from '@hippocamp/shared/language/judgement';
import type { LanguageVersions } from '@hippocamp/shared/language/reading';
import type { SourceText } from '@hippocamp/shared/language/statement';
import type { PlacedVerdict } from '@hippocamp/shared/language/verdict';
import type { TenantId, Tier, Warning } from '@hippocamp/shared/schemas/common';

/** A candidate memory, as it is stored with its ingest until it is decided. */
export interface Extraction {
  content: string;
  memoryType: Tier;
  /** 0..1 */
  importance: number;
  /** 0..1; a low one leads to review. */
  confidence: number;
  tags: string[];
  /** A verbatim part of the text. */
  sourceSpan: string;
  /** The place of the span in the text, UTF-16 units, end exclusive. */
  start: number;
  end: number;
  rationale: string;
  /** The reader and judge. Absent in candidates of earlier releases. */
  by?: string;
  /** The place of the text before it, at most 500 code points. Null at the beginning. */
  context: { start: number; end: number } | null;
  /** The end of the earlier messages, if the context reaches beyond the text's beginning. */
  contextBefore?: string;
  /**
   * UTF-16 units at the beginning of the content that may hold words of earlier messages; the reader wrote the rest of the
   * text alone. Absent where nobody knows.
   */
  quotedUntil?: number;
  /** True when it tries to instruct its reader, so that a person has to look at it. */
  instructs?: boolean;
  /** True when a judge decided about `instructs`; otherwise only the wording did. */
  isJudged?: boolean;
  /** True when its own words are worded as an order, and the judge overrules that. */
  overrules?: true;
  /** It stands in a quoted or tagged block, where an agent may send back memories. */
  inBlock?: boolean;
  /** Its correction of an earlier statement, if it says nothing else. */
  corrects?: Correction;
  /** The earlier statement of the same person that it corrects, and how surely. */
  amends?: Amended;
  /** True when it may not be meant as said. It then replaces nothing without a review. */
  perhapsUnmeant?: boolean;
  /** The labelled speaker; null when nobody is labelled, or only a role such as "user". */
  speaker?: string | null;
  /** True when it may hold words of an earlier text or memory that no language model may read. */
  staysHere?: true;
}

/** The reader of a text and its prompt; "none" without a prompt. */
export type ReaderVersions = Pick<LanguageVersions, 'extractor' | 'prompt'>;

export interface Extracted {
  /** In text order. */
  extractions: Extraction[];
  /** For the caller. They hold nothing of the text. */
  warnings: Warning[];
  by: ReaderVersions;
  /** The number of statements that were not worth keeping. */
  leftOut: number;
  /** Empty when no judge read. */
  verdicts: PlacedVerdict[];
}

/** Finds texts of known memories near a part of a text. */
export type KnownNear = (part: string) => Promise<readonly string[]>;

/** Finds what is worth keeping in a text. It does not look for repeats or replacements. */
export interface Extractor {
  /** Rejects with `UnreadableText` when reading takes too long. */
  extract(tenant: TenantId, text: SourceText, known: KnownNear): Promise<Extracted>;
}

/** A language model that reads texts after the local reader. */
export interface LlmExtraction {
  extractor: Extractor;
  /** The beginning of `by` in its extractions. */
  id: string;
  /** True when the tenant's texts may go to it. */
  maySend(tenant: TenantId): boolean;
  /** Texts that one process has it read at once. */
  concurrency: number;
}

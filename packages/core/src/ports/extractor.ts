import type { Amended, Correction } from '@hippocamp/shared/language/judgement';
import type { LanguageVersions } from '@hippocamp/shared/language/reading';
import type { SourceText } from '@hippocamp/shared/language/statement';
import type { PlacedVerdict } from '@hippocamp/shared/language/verdict';
import type { TenantId, Tier, Warning } from '@hippocamp/shared/schemas/common';

/** A candidate memory, as it is kept with its ingest until it is decided about. */
export interface Extraction {
  content: string;
  memoryType: Tier;
  /** 0..1 */
  importance: number;
  /** 0..1; below the threshold of the pipeline a person has to look at it. */
  confidence: number;
  tags: string[];
  /** A verbatim part of the text. */
  sourceSpan: string;
  /** The place of the span in the text, UTF-16 units, end exclusive. */
  start: number;
  end: number;
  rationale: string;
  /** Names what judged it; what an earlier release began to read has none. */
  by?: string;
  /** The place of the text before it, at most 500 code points. Null at the beginning. */
  context: { start: number; end: number } | null;
  /** The end of what was said before the text in the same talk, where the context reaches beyond its beginning. */
  contextBefore?: string;
  /** It tries to instruct its reader, so a person has to look at it. */
  instructs?: boolean;
  /** A judge said whether it does; otherwise its wording alone did. */
  isJudged?: boolean;
  /** It stands in a quoted or tagged block, where an agent may send back what it remembers. */
  inBlock?: boolean;
  /** Its correction of an earlier statement, if it says nothing else. */
  corrects?: Correction;
  /** The earlier statement of the same person that it corrects, and how surely. Absent when it corrects nothing. */
  amends?: Amended;
  /** Perhaps it is not meant as said: then it takes the place of nothing unless a person says so. */
  perhapsUnmeant?: boolean;
  /** The labelled speaker; null where nobody is labelled, or a role such as "user" is. */
  speaker?: string | null;
}

/** Names who read a text, and with which prompt; "none" where none was used. */
export type ReaderVersions = Pick<LanguageVersions, 'extractor' | 'prompt'>;

export interface Extracted {
  /** In text order. */
  extractions: Extraction[];
  /** Warnings for the caller about the reading. They hold nothing of the text. */
  warnings: Warning[];
  by: ReaderVersions;
  /** Statements that told nothing. */
  leftOut: number;
  /** The judge's verdict on each statement. Empty when no judge read. */
  verdicts: PlacedVerdict[];
}

/** Finds texts of known memories near a part of a text. */
export type KnownNear = (part: string) => Promise<readonly string[]>;

/** Says what a text tells that is worth keeping; whether it repeats or replaces something is not its business. */
export interface Extractor {
  /** Rejects with `UnreadableText` where reading takes longer than a text may take. */
  extract(tenant: TenantId, text: SourceText, known: KnownNear): Promise<Extracted>;
}

/** A language model that reads texts after the local reader has. */
export interface ModelReader {
  /** Finds what the local reader does not keep. */
  extractor: Extractor;
  /** Names it; what its statements are judged `by` begins so. */
  id: string;
  /** True when the tenant's texts may go to it. */
  maySend(tenant: TenantId): boolean;
  /** Texts that one process has it read at once. */
  concurrency: number;
}

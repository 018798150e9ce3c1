import type { ClaimComparison, PartStances } from '@hippocamp/shared/language/claim';
import type { ComparedPair, Comparison } from '@hippocamp/shared/language/comparison';
import type { Extraction, ExtractionInput } from '@hippocamp/shared/language/extraction';
import type { TextReading, TextToRead } from '@hippocamp/shared/language/reading';
import type { Redacted } from '@hippocamp/shared/language/secret';
import type { LanguageVersions } from '@hippocamp/shared/language/versions';
import type { TenantId } from '@hippocamp/shared/schemas/common';

/**
 * Says what texts say. Any text may be hostile: a call has a deadline that it cannot outlive and rejects with
 * `UnreadableText` past it; work for one tenant waits for its turn among the others.
 */
export interface Language {
  readonly versions: LanguageVersions;
  /** Text to candidate memories. */
  extract(tenant: TenantId, input: ExtractionInput): Promise<Extraction[]>;
  /** One reading for each text, in their order. */
  read(tenant: TenantId, texts: readonly TextToRead[]): Promise<TextReading[]>;
  /** A text that is to be kept, without its secrets. */
  redact(tenant: TenantId, text: string): Promise<Redacted>;
  /** What the first of each pair is to the second, in their order; being alike alone says nothing. */
  compare(tenant: TenantId, pairs: readonly ComparedPair[]): Promise<Comparison[]>;
  /** The statements of a claim, each with a subject of its own, in order. */
  statementsOf(tenant: TenantId, claim: string): Promise<string[]>;
  /** What is known, beside the parts of a claim; being alike says nothing. */
  relate(tenant: TenantId, comparison: ClaimComparison): Promise<PartStances[]>;
}

/** Reading took more time or memory than a text may take. The message says how much that is, and nothing of the text. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText';
}

import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Mark } from '@hippocamp/shared/schemas/marks';
import type { Relation } from './claim-reader.js';
import type { Extraction, ExtractionInput, Reading } from './extractor.js';
import type { SecretKind } from './screen.js';

/** What was read of one text. Kept with its memory, so that each text is read once. */
export interface TextReading extends Reading {
  /** Of the words that carry meaning, each once. */
  stems: string[];
  /** All words that matter, in their order. */
  words: string[];
  /** What it is marked for, each once. */
  marks: Mark[];
}

/** A text without its secrets: in the place of each stands its kind. */
export interface Redacted {
  text: string;
  /** How many of each kind there were; nothing of what they were. */
  removed: { kind: SecretKind; count: number }[];
}

export interface TextToRead {
  content: string;
  /** The labelled speaker; null for the first person of the owner. */
  speaker: string | null;
}

/** What a memory says of a claim. */
export interface Stance extends Relation {
  /** By one attribute of one subject: the later of two such statements holds. */
  bySlot: boolean;
}

export interface ClaimComparison {
  claim: string;
  /** Each of its parts beside those of `known` that bear on it, by their places there. */
  parts: readonly { text: string; beside: readonly number[] }[];
  /** What memories say, or how it begins; whether that is the claim itself. */
  known: readonly { text: string; isClaim: boolean }[];
  /** Names of the first person, in lower case. */
  aliases: readonly string[];
}

export interface PartStances {
  /** It speaks of "I". */
  isFirstPerson: boolean;
  /** One for each place of `beside`, in that order. */
  stances: Stance[];
}

export interface LanguageVersions {
  extractor: string;
  prompt: string;
  /** Of readings: what another version read is read anew. */
  reading: string;
}

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
  /** The statements of a claim, each with a subject of its own, in order. */
  statementsOf(tenant: TenantId, claim: string): Promise<string[]>;
  /** What is known, beside the parts of a claim; being alike says nothing. */
  relate(tenant: TenantId, comparison: ClaimComparison): Promise<PartStances[]>;
}

/** Reading took more time or memory than a text may take. The message says how much that is, and nothing of the text. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText';
}

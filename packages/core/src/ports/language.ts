import type { MemoryBeside, MemoryToRead } from '@hippocamp/shared/language/claim';
import type { ComparedPair, Comparison, ReadablePair } from '@hippocamp/shared/language/comparison';
import type { TextToDate } from '@hippocamp/shared/language/dating';
import type { ToForget } from '@hippocamp/shared/language/forgetting';
import type { Judgement } from '@hippocamp/shared/language/judgement';
import type { Named } from '@hippocamp/shared/language/named';
import type { LanguageVersions, TextReading, TextToRead } from '@hippocamp/shared/language/reading';
import type { Redacted } from '@hippocamp/shared/language/secret';
import type { SourceText, Statement } from '@hippocamp/shared/language/statement';
import type { JudgedText, Verdict } from '@hippocamp/shared/language/verdict';
import type { TenantId } from '@hippocamp/shared/schemas/common';

/** Texts may be hostile: each call has a deadline and rejects with `UnreadableText` after it. Tenants take turns. */
export interface Language {
  readonly versions: LanguageVersions;
  /** The statements in text order, kept or not. */
  segment(tenant: TenantId, text: SourceText): Promise<Statement[]>;
  /** The parts of a text outside of its statements, such as code and comments. Each has no place in it, and is read alone. */
  unsaid(tenant: TenantId, text: string, statements: readonly Statement[]): Promise<Statement[]>;
  /**
   * `verdicts` are on each statement itself, then on its disguised content. Without them form alone decides. `added` are
   * words of others that contents take up: a statement does without those that try to steer.
   */
  judge(
    tenant: TenantId,
    statements: readonly Statement[],
    verdicts?: readonly (readonly (Verdict | null)[])[],
    added?: readonly JudgedText[],
  ): Promise<Judgement[]>;
  /** Adds dates beside words such as "tomorrow" when the day is sure. Dates in the text count more than given ones. */
  resolveDates(tenant: TenantId, text: TextToDate): Promise<string[]>;
  /** One for each text, in order. */
  read(tenant: TenantId, texts: readonly TextToRead[]): Promise<TextReading[]>;
  /** The names in each text, each once, in order of appearance. */
  namedIn(tenant: TenantId, texts: readonly TextToRead[]): Promise<Named[][]>;
  /**
   * Days, months and years that a question asks about, as `periodsOf` names them, relative to `now`.
   * A range ("after 2023") lists at most 300; ambiguous times are left out. Reads the first thousand characters.
   */
  periodsAsked(text: string, now: Date): string[];
  /** "Where did I live after 2023?" becomes "Where did I live after?". Reads the first thousand characters. */
  withoutTimesLeftOut(question: string, now: Date): string;
  /** Rewords a question about these names (in lower case) as one about "I". Reads the first thousand characters. */
  askedOfSelf(question: string, names: ReadonlySet<string>): string;
  /** True when a text speaks in the first person. */
  tellsOfSelf(text: string): boolean;
  /** Removes secrets from a text, also those that only what was said right before it tells. */
  redact(tenant: TenantId, text: string, before?: string): Promise<Redacted>;
  /** As the pair reader is given it. Null when it does not know the language, or would decide nothing. */
  readable(
    tenant: TenantId,
    pairs: readonly Omit<ComparedPair, 'relations' | 'alike'>[],
  ): Promise<(ReadablePair | null)[]>;
  /** The relation of the newer text to the older of each pair, in order. */
  compare(tenant: TenantId, pairs: readonly ComparedPair[]): Promise<Comparison[]>;
  /** The sentences of each text, in order, word for word. */
  sentencesOf(tenant: TenantId, texts: readonly string[]): Promise<string[][]>;
  /** The statements of a claim, each with a subject of its own, in order. */
  statementsOf(tenant: TenantId, claim: string): Promise<string[]>;
  /** The subjects of a request to forget, without the words that ask for it. */
  toForget(tenant: TenantId, text: string): Promise<ToForget[]>;
  /** Memories as a model reads them beside a claim, in order. */
  besideClaim(tenant: TenantId, claim: string, memories: readonly MemoryToRead[]): Promise<MemoryBeside[]>;
}

/** Reading took more time or memory than a text may take. The message holds nothing of the text. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText';
}

/** Falls back to `unread` when the text cannot be read. */
export const orUnread = <Found, Else>(found: Promise<Found>, unread: Else): Promise<Found | Else> =>
  found.catch((error: unknown) => {
    if (error instanceof UnreadableText) return unread;
    throw error;
  });

import type { MemoryBeside, MemoryToRead } from '@hippocamp/shared/language/claim';
import type { ComparedPair, Comparison } from '@hippocamp/shared/language/comparison';
import type { TextToDate } from '@hippocamp/shared/language/dating';
import type { ToForget } from '@hippocamp/shared/language/forgetting';
import type { Judgement } from '@hippocamp/shared/language/judgement';
import type { Named } from '@hippocamp/shared/language/named';
import type { LanguageVersions, TextReading, TextToRead } from '@hippocamp/shared/language/reading';
import type { Redacted } from '@hippocamp/shared/language/secret';
import type { SourceText, Statement } from '@hippocamp/shared/language/statement';
import type { Verdict } from '@hippocamp/shared/language/verdict';
import type { TenantId } from '@hippocamp/shared/schemas/common';

/**
 * Says what texts say. Any text may be hostile: a call has a deadline that it cannot outlive and rejects with
 * `UnreadableText` past it; work for one tenant waits for its turn among the others.
 */
export interface Language {
  readonly versions: LanguageVersions;
  /** The statements of a text in order. `judge` decides whether they matter. */
  segment(tenant: TenantId, text: SourceText): Promise<Statement[]>;
  /**
   * What is to become of the statements of one text: one judgement for each, in their order. `verdicts` are those of a judge, for each
   * statement of itself and then of what it says in disguise; without them its form alone decides.
   */
  judge(
    tenant: TenantId,
    statements: readonly Statement[],
    verdicts?: readonly (readonly (Verdict | null)[])[],
  ): Promise<Judgement[]>;
  /**
   * What is kept of a text, in its order, with dates beside words such as "tomorrow" where it is sure which day is meant; without
   * them it is as it was. What the text itself says of when it was said counts before what it is told.
   */
  resolveDates(tenant: TenantId, text: TextToDate): Promise<string[]>;
  /** One reading for each text, in their order. */
  read(tenant: TenantId, texts: readonly TextToRead[]): Promise<TextReading[]>;
  /** Whom and what each text calls by name, each once, in order of appearance. */
  namedIn(tenant: TenantId, texts: readonly TextToRead[]): Promise<Named[][]>;
  /**
   * Days, months and years of the calendar that a question asks about, as `periodsOf` names those of a memory; a range ("after 2023") is
   * all that lie in it, 300 at most, each day in one of them. What is relative counts from `now`. Where two readings are possible none
   * is taken. The first thousand characters are looked at.
   */
  periodsAsked(text: string, now: Date): string[];
  /** A question without the times that its ranges leave out: "Where did I live after?" of "… after 2023?". The first thousand characters are looked at. */
  withoutTimesLeftOut(question: string, now: Date): string;
  /** A question as the one with these names (in lower case) would ask it of themselves: "Where does Tomasz live?" asks "Where does I live?". The first thousand characters are looked at. */
  askedOfSelf(question: string, names: ReadonlySet<string>): string;
  /** True when a text speaks in the first person. */
  tellsOfSelf(text: string): boolean;
  /** A text that is to be kept, without its secrets. */
  redact(tenant: TenantId, text: string): Promise<Redacted>;
  /** Each pair as who reads two texts together is given it; null where they do not know its language, or would decide nothing. */
  readable(
    tenant: TenantId,
    pairs: readonly Omit<ComparedPair, 'relations'>[],
  ): Promise<({ older: string; newer: string } | null)[]>;
  /**
   * The relation of the newer to the older text of each pair, in order, using readings of both where they were made.
   */
  compare(tenant: TenantId, pairs: readonly ComparedPair[]): Promise<Comparison[]>;
  /** The sentences of each text, in order, word for word. */
  sentencesOf(tenant: TenantId, texts: readonly string[]): Promise<string[][]>;
  /** The statements of a claim, each with a subject of its own, in order. */
  statementsOf(tenant: TenantId, claim: string): Promise<string[]>;
  /** The subjects of a request to forget, sentence by sentence, without the words that ask for it. */
  toForget(tenant: TenantId, text: string): Promise<ToForget[]>;
  /** Memories as a model reads them beside a claim, in their order. */
  besideClaim(tenant: TenantId, claim: string, memories: readonly MemoryToRead[]): Promise<MemoryBeside[]>;
}

/** Reading took more time or memory than a text may take. The message says how much that is, and nothing of the text. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText';
}

/** Falls back to `unread` when the text cannot be read. */
export const orUnread = <Found, Else>(found: Promise<Found>, unread: Else): Promise<Found | Else> =>
  found.catch((error: unknown) => {
    if (error instanceof UnreadableText) return unread;
    throw error;
  });

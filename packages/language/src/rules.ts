import type { MemoryBeside, MemoryToRead } from '@hippocamp/shared/language/claim';
import type { ComparedPair, Comparison } from '@hippocamp/shared/language/comparison';
import type { TextToDate } from '@hippocamp/shared/language/dating';
import type { ToForget } from '@hippocamp/shared/language/forgetting';
import type { Judgement } from '@hippocamp/shared/language/judgement';
import type { Named } from '@hippocamp/shared/language/named';
import type { LanguageVersions, TextReading, TextToRead } from '@hippocamp/shared/language/reading';
import type { Redacted } from '@hippocamp/shared/language/secret';
import type { SourceText, Statement } from '@hippocamp/shared/language/statement';
import type { JudgedText } from '@hippocamp/shared/language/verdict';
import { periodsAsked, withoutTimesLeftOut } from './asked/periods-asked.js';
import { besideClaim, statementsOf } from './claim/beside-claim.js';
import { compare, readable } from './compare/compare.js';
import { resolveDates } from './dating/resolve-dates.js';
import { toForget } from './forget/to-forget.js';
import { FORM, judge, type Verdicts } from './judge/judge.js';
import { readText } from './read/read-text.js';
import { withoutSecretsAfter } from './screen/secrets/secrets-after.js';
import { sentencesOf } from './segment/layout/sentences.js';
import { segment } from './segment/segment.js';
import { unsaid } from './segment/unsaid.js';
import { askedOfSelf, firstPerson } from './segment/voice/speak-as.js';
import { withLanguages } from './words/language-of.js';
import { namedIn } from './words/names.js';

/** The language port without tenants, deadlines and queues. */
export interface Rules {
  readonly versions: LanguageVersions;
  segment(input: SourceText): Statement[];
  unsaid(text: string, statements: readonly Statement[]): Statement[];
  judge(statements: readonly Statement[], verdicts?: Verdicts, added?: readonly JudgedText[]): Judgement[];
  resolveDates(text: TextToDate): string[];
  read(texts: readonly TextToRead[]): TextReading[];
  namedIn(texts: readonly TextToRead[]): Named[][];
  periodsAsked(text: string, now: Date): string[];
  withoutTimesLeftOut(question: string, now: Date): string;
  askedOfSelf(question: string, names: ReadonlySet<string>): string;
  tellsOfSelf(text: string): boolean;
  redact(text: string, before?: string): Redacted;
  readable(pairs: readonly Omit<ComparedPair, 'relations'>[]): ({ older: string; newer: string } | null)[];
  compare(pairs: readonly ComparedPair[]): Comparison[];
  sentencesOf(texts: readonly string[]): string[][];
  statementsOf(claim: string): string[];
  toForget(text: string): ToForget[];
  besideClaim(claim: string, memories: readonly MemoryToRead[]): MemoryBeside[];
}

/** The rules of form and of English. The meaning of a text is left to a judge. */
export const rules: Rules = {
  versions: { extractor: FORM, prompt: 'none', reading: 'words-1, statements-1, screen-1, eld-2' },
  segment: (input) => withLanguages(segment(input)),
  unsaid,
  judge,
  resolveDates,
  read: (texts) => texts.map(readText),
  namedIn: (texts) => texts.map(namedIn),
  periodsAsked,
  withoutTimesLeftOut,
  askedOfSelf,
  tellsOfSelf: (text) => firstPerson.test(text),
  redact: withoutSecretsAfter,
  readable,
  compare,
  sentencesOf: (texts) => texts.map(sentencesOf),
  statementsOf,
  toForget,
  besideClaim,
};

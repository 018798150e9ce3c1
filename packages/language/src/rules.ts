import type { ClaimComparison, PartStances } from '@hippocamp/shared/language/claim';
import type { ComparedPair, Comparison } from '@hippocamp/shared/language/comparison';
import type { Extraction, ExtractionInput } from '@hippocamp/shared/language/extraction';
import type { TextReading, TextToRead } from '@hippocamp/shared/language/reading';
import type { Redacted } from '@hippocamp/shared/language/secret';
import type { LanguageVersions } from '@hippocamp/shared/language/versions';
import { compare } from './compare/compare.js';
import { EXTRACTION_RULES, extract } from './extract.js';
import { FACT_RULES } from './read/read-facts.js';
import { readText } from './read/read-text.js';
import { relateClaim } from './relate/relate-claim.js';
import { statementsOf } from './relate/statements.js';
import { SCREEN_RULES } from './screen/screen.js';
import { withoutSecrets } from './screen/without-secrets.js';

/** What the port of language asks, without tenants, deadlines and turns. */
export interface Rules {
  readonly versions: LanguageVersions;
  extract(input: ExtractionInput): Extraction[];
  read(texts: readonly TextToRead[]): TextReading[];
  redact(text: string): Redacted;
  compare(pairs: readonly ComparedPair[]): Comparison[];
  statementsOf(claim: string): string[];
  relate(comparison: ClaimComparison): PartStances[];
}

/** What texts say by rules of English: no model, no network. Other languages get their sentences without cues. */
export const rules: Rules = {
  versions: { extractor: EXTRACTION_RULES, prompt: 'none', reading: `${FACT_RULES}, ${SCREEN_RULES}` },
  extract,
  read: (texts) => texts.map(readText),
  redact: withoutSecrets,
  compare: (pairs) => pairs.map(compare),
  statementsOf,
  relate: relateClaim,
};

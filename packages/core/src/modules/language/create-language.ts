import type { ClaimReader } from '../../ports/claim-reader.js';
import type { Extractor, FactReader } from '../../ports/extractor.js';
import type { ClaimComparison, Language, PartStances } from '../../ports/language.js';
import type { Screen } from '../../ports/screen.js';
import { readText } from '../facts/read-text.js';
import { withoutSecrets } from '../ingest/without-secrets.js';
import { isFirstPerson, stanceOf } from '../validate/stance.js';
import { type ReadText, readStatement, readStatements, type StatementReading } from '../validate/statement.js';

export interface LanguageParts {
  extractor: Extractor;
  reader: FactReader;
  claims: ClaimReader;
  screen: Screen;
}

/** What is known, beside each part of a claim; each text is read once, and only if it is asked about. */
export function relateClaim(
  { claim, parts, known, aliases }: ClaimComparison,
  { reader, claims }: Pick<LanguageParts, 'reader' | 'claims'>,
): PartStances[] {
  const reading: StatementReading = { reader, claims, aliases: new Set(aliases) };
  const whole = readStatement(claim, reading);
  const texts = new Map<number, ReadText>();
  const textAt = (place: number): ReadText => {
    const found = texts.get(place) ?? readStatements(known[place]?.text ?? '', reading);
    texts.set(place, found);
    return found;
  };
  return parts.map(({ text, beside }) => {
    const part = readStatement(text, reading);
    const stances = beside.map((place) => stanceOf(known[place]?.isClaim ? whole : part, textAt(place), claims));
    return { isFirstPerson: isFirstPerson(part), stances };
  });
}

/** The port over its parts, in the thread that calls it: without a deadline, and without turns. */
export function createLanguage(parts: LanguageParts): Language {
  const { extractor, reader, claims, screen } = parts;
  return {
    versions: {
      extractor: extractor.version,
      prompt: extractor.promptVersion,
      reading: `${reader.version}, ${screen.version}`,
    },
    extract: (_tenant, input) => extractor.extract(input),
    read: async (_tenant, texts) => texts.map((text) => readText(reader, screen, text)),
    redact: async (_tenant, text) => withoutSecrets(text, screen.secretsIn(text)),
    statementsOf: async (_tenant, claim) => claims.statementsOf(claim),
    relate: async (_tenant, comparison) => relateClaim(comparison, parts),
  };
}

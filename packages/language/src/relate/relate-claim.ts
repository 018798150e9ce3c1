import type { ClaimComparison, PartStances } from '@hippocamp/shared/language/claim';
import { createContext } from './matching/context.js';
import { type ReadText, readStatement, readStatements } from './read-statement.js';
import { isFirstPerson, stanceOf } from './stance.js';

/** What is known, beside each part of a claim; each text is read once, and only if it is asked about. */
export function relateClaim({ claim, parts, known, aliases: names }: ClaimComparison): PartStances[] {
  const aliases: ReadonlySet<string> = new Set(names);
  const whole = readStatement(claim, aliases);
  const texts = new Map<number, ReadText>();
  const textAt = (place: number): ReadText => {
    const found = texts.get(place) ?? readStatements(known[place]?.text ?? '', aliases);
    texts.set(place, found);
    return found;
  };
  const context = createContext(() => known.flatMap((_, place) => textAt(place).clauses()));
  return parts.map(({ text, beside }) => {
    const part = readStatement(text, aliases);
    const stances = beside.map((place) => stanceOf(known[place]?.isClaim ? whole : part, textAt(place), context));
    return { isFirstPerson: isFirstPerson(part), stances };
  });
}

import type { ClaimComparison, PartStances } from '@hippocamp/shared/language/claim';
import { createContext } from './matching/context.js';
import { type ReadStatement, type ReadText, readStatement, readStatements } from './read-statement.js';
import { isFirstPerson, stanceOf } from './stance.js';

/** Each key is worked out once. */
const remembered = <Value>(make: (key: string) => Value): ((key: string) => Value) => {
  const known = new Map<string, Value>();
  return (key) => {
    const found = known.get(key) ?? make(key);
    known.set(key, found);
    return found;
  };
};

/** A claim in the eyes of each owner: "Mara likes tea" is "I like tea" to Mara alone. */
const inTheEyesOf =
  (aliases: readonly string[]) =>
  (text: string): ((names: readonly string[]) => ReadStatement) => {
    const read = remembered((names) => readStatement(text, new Set([...aliases, ...names.split('\n')])));
    return (names) => read(names.join('\n'));
  };

/** What is known, beside each part of a claim; each text is read once, and only if it is asked about. */
export function relateClaim({ claim, parts, known, aliases }: ClaimComparison): PartStances[] {
  const readClaim = inTheEyesOf(aliases);
  const whole = readClaim(claim);
  const namesAt = (place: number): readonly string[] => known[place]?.names ?? [];
  const textAt = remembered((place): ReadText => {
    const { text = '', names = [] } = known[Number(place)] ?? {};
    return readStatements(text, new Set([...aliases, ...names]));
  });
  const context = createContext(() => known.flatMap((_, place) => textAt(String(place)).clauses()));
  return parts.map(({ text, beside }) => {
    const part = readClaim(text);
    const stances = beside.map((place) => {
      const read = known[place]?.isClaim ? whole : part;
      return stanceOf(read(namesAt(place)), textAt(String(place)), context);
    });
    return { isFirstPerson: isFirstPerson(part([])), stances };
  });
}

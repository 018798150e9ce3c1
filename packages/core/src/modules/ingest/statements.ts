import type { TextReading } from '@hippocamp/shared/language/reading';
import type { Span } from '../../ports/records.js';
import { type Aliases, resolve } from '../facts/subjects.js';
import { contentHash } from '../memories/normalise.js';
import { spokenWords } from '../memories/spoken-words.js';
import { comparisonKey } from './comparisons.js';
import type { Comparable } from './known-fact.js';

/** A text, and who says it. */
export interface Told {
  content: string;
  /** Its own words, where it is kept with words of what was said before. */
  own?: string | null;
  hash: string;
  speaker: string | null;
  /** Whom "I" means. */
  self: string;
  aliases: Aliases;
}

/** The words of each statement of a text; what a vector is made of. */
export const statementTexts = (content: string, { statements }: Pick<TextReading, 'statements'>): string[] =>
  statements.length === 0 ? [content] : statements.map(({ start, end }) => content.slice(start, end));

/** What a text states, one by one. `vectors` are those of its `statementTexts`. */
export function comparablesOf(
  { content, own = null, hash, speaker, self, aliases }: Told,
  reading: TextReading,
  vectors: readonly (Float32Array | null)[],
): Comparable[] {
  const comparable = (
    read: Pick<TextReading, 'stems' | 'words'> & Parameters<typeof resolve>[0],
    place: number,
    part: Span | null,
  ) => {
    const { stems, words, slots, numbers, dates, names, negated } = { ...read, ...resolve(read, self, aliases) };
    const written = part ? content.slice(part.start, part.end) : content;
    const told = spokenWords({ content: written, speaker });
    const vector = vectors[place] ?? null;
    const said = {
      content: told,
      own,
      stems: new Set(stems),
      words,
      reading: { slots, numbers, dates, names, negated },
    };
    const who = { speaker, self };
    return {
      ...said,
      ...who,
      hash: part ? contentHash(written) : hash,
      vector,
      part,
      key: comparisonKey(told, said.reading, { vector, ...who }),
    };
  };
  if (reading.statements.length === 0 || own !== null) return [comparable(reading, 0, null)];
  return reading.statements.map(({ start, end, ...read }, place) => comparable(read, place, { start, end }));
}

import type { TextReading } from '@hippocamp/shared/language/reading';
import { contentHash } from '../memories/normalise.js';
import { spokenWords } from '../memories/spoken-words.js';
import type { Comparable } from './known-fact.js';

/** A text, and who says it. */
export type Told = Pick<Comparable, 'content' | 'own' | 'amends' | 'hash' | 'speaker' | 'self'>;

/** The words of each statement of a text; what a vector is made of. */
export const statementTexts = (content: string, { statements }: Pick<TextReading, 'statements'>): string[] =>
  statements.length === 0 ? [content] : statements.map(({ start, end }) => content.slice(start, end));

/** What a text states, one by one. `vectors` are those of its `statementTexts`. */
export function comparablesOf(
  { content, own, amends, hash, speaker, self }: Told,
  { words, statements }: Pick<TextReading, 'words' | 'statements'>,
  vectors: readonly (Float32Array | null)[],
): Comparable[] {
  const who = { speaker, self };
  const [vector = null] = vectors;
  if (statements.length === 0 || own !== null)
    return [
      {
        content: spokenWords({ content, speaker }),
        own,
        amends,
        hash,
        textHash: hash,
        words,
        vector,
        part: null,
        ...who,
      },
    ];
  return statements.map(({ start, end, words: its }, place) => {
    const written = content.slice(start, end);
    const told = { content: spokenWords({ content: written, speaker }), own, amends, textHash: hash, words: its };
    return { ...told, hash: contentHash(written), vector: vectors[place] ?? null, part: { start, end }, ...who };
  });
}

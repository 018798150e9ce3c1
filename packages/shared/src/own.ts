/** Looks up a word that others wrote. `table[word]` would answer "constructor" with a member of every object. */
export const ownOf = <Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

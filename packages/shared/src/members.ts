/**
 * As `Object.entries`, which gathers names that are whole numbers in a set. V8 hashes these without a secret, so names can be
 * chosen that are each compared with all others. `Object.keys` gathers nothing.
 */
export const entriesOf = (value: object): [name: string, member: unknown][] =>
  Object.keys(value).map((name) => [name, value[name as keyof typeof value]]);

/** As `Object.values`. See `entriesOf`. */
export const membersOf = (value: object): unknown[] =>
  Array.isArray(value) ? value : Object.keys(value).map((name) => value[name as keyof typeof value]);

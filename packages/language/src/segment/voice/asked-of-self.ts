const named = /\p{Lu}[\p{L}\p{M}\p{N}'’-]*(?: \p{Lu}[\p{L}\p{M}\p{N}'’-]*){0,3}/gu;
const possessive = /['’]s?$/u;

/** A run of capitals with "I" or "my" in the place of a name in it. */
function asSelf(run: string, names: ReadonlySet<string>): string {
  const whose = possessive.exec(run)?.[0] ?? '';
  const words = run.slice(0, run.length - whose.length).split(' ');
  const first = words.findIndex((_, place) => names.has(words.slice(place).join(' ').toLowerCase()));
  if (first < 0) return run;
  return [...words.slice(0, first), whose === '' ? 'I' : 'my'].join(' ');
}

/** A question as the one who has these names, in lower case, would ask it. */
export const askedOfSelf = (question: string, names: ReadonlySet<string>): string =>
  question.replace(named, (run) => asSelf(run, names));

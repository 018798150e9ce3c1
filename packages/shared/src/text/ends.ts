/** Where the last character before `end` begins: a surrogate pair is one character. */
const lastStart = (text: string, end: number): number =>
  end > 1 && (text.codePointAt(end - 2) ?? 0) > 0xffff ? end - 2 : end - 1;

/**
 * The text without the characters at its end that `loose` fits; it is asked for one character at a time, and has no flag `g`.
 * One pass from behind: an expression such as `[.!]+$` begins anew at every place of a run.
 */
export function withoutEnd(text: string, loose: RegExp): string {
  let end = text.length;
  while (end > 0) {
    const start = lastStart(text, end);
    if (!loose.test(text.slice(start, end))) break;
    end = start;
  }
  return text.slice(0, end);
}

/** The characters at the end of a text that `wanted` fits, one by one. */
export const endOf = (text: string, wanted: RegExp): string => text.slice(withoutEnd(text, wanted).length);

/** The text up to the first place that fits; all of it where none does. */
export function upTo(text: string, place: RegExp): string {
  const at = text.search(place);
  return at < 0 ? text : text.slice(0, at);
}

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

/** The first `length` code points. */
export const cutText = (text: string, length: number): string =>
  text.length <= length ? text : [...text.slice(0, 2 * length)].slice(0, length).join('');

/** The last `length` code points: the end of what came before is nearest. */
export const cutToEnd = (text: string, length: number): string =>
  text.length <= length ? text : [...text.slice(-2 * length - 1)].slice(-length).join('');

/**
 * The same text with `\n` as its only line end, at the same length: what an extractor reads, so that its spans fit the text
 * as it was sent.
 */
export const withPlainLines = (text: string): string => text.replaceAll('\r\n', ' \n').replaceAll('\r', '\n');

/** Text as it is compared: NFKC, lower case, single spaces, without quotes, labels and closing punctuation. */
export const normaliseText = (text: string): string =>
  withoutEnd(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[“”„"«»]/g, '')
      .replace(/[‘’]/g, "'")
      .replace(/\s+/g, ' ')
      .trim(),
    /[.!…;,]/,
  ).trim();

/** The same without "the": who leaves that out says nothing else. */
export const plainText = (text: string): string => normaliseText(text).replace(/\bthe /g, '');

const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Scripts whose letters a joiner, or its opposite, writes in another form. */
const joining = [
  ...['Arabic', 'Syriac', 'Mongolian', 'Nko', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil'],
  ...['Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan'],
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/** Characters that nobody sees, where they make what is seen: within an emoji, or between letters of such a script. */
const needed = [
  String.raw`(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]`,
  String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\p{Extended_Pictographic}\uFE0F)\u200D(?=\p{Extended_Pictographic})`,
  `(?<=[${joining}])[\\u200C\\u200D](?=[${joining}])`,
].join('|');

/**
 * Controls, halves of characters, marks of annotations, and all that Unicode shows nothing for: tags, directions, spaces without
 * a width, soft hyphens, selectors of variants.
 */
const unseen = String.raw`[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u061C\u180E\uFFF9-\uFFFB]`;

const neededOrUnseen = new RegExp(String.raw`(${needed})|[\t\n]|${unseen}`, 'gu');

/**
 * A text as whoever is shown it sees it, and nothing else of it: `\n` is the only end of a line, and no character is left that
 * hides, reorders or shows nothing. What a model is told of a stored text goes through here.
 */
export const safeText = (text: string): string =>
  text
    .replace(lineEnds, '\n')
    .replace(neededOrUnseen, (found, kept?: string) =>
      kept !== undefined || found === '\t' || found === '\n' ? found : '',
    );

/** The same as one item of a list: lines after the first are indented, so that none of them begins an item or a heading. */
export const indentedText = (text: string): string =>
  safeText(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n  ');

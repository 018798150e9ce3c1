/** A surrogate pair is one character. */
const lastStart = (text: string, end: number): number =>
  end > 1 && (text.codePointAt(end - 2) ?? 0) > 0xffff ? end - 2 : end - 1;

/** `loose` fits one character. An expression such as `[.!]+$` would restart at every place of a run. */
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

/** The last `length` code points. */
export const cutToEnd = (text: string, length: number): string =>
  text.length <= length ? text : [...text.slice(-2 * length - 1)].slice(-length).join('');

/** Makes `\n` the only line end and keeps the length, so that spans fit the sent text. */
export const withPlainLines = (text: string): string => text.replaceAll('\r\n', ' \n').replaceAll('\r', '\n');

/** NFKC. It may turn one letter into eighteen (U+FDFA): a text that more than doubles is kept as it is. */
export function composed(text: string): string {
  const plain = text.normalize('NFKC');
  return plain.length > 2 * text.length + 64 ? text : plain;
}

/** For comparison: NFKC, lower case, single spaces, without quotes and closing punctuation. */
export const normaliseText = (text: string): string =>
  withoutEnd(
    composed(text)
      .toLowerCase()
      .replace(/[“”„"«»]/g, '')
      .replace(/[‘’]/g, "'")
      .replace(/\s+/g, ' ')
      .trim(),
    /[.!…;,]/,
  ).trim();

/** Also without "the", which changes no meaning. */
export const plainText = (text: string): string => normaliseText(text).replace(/\bthe /g, '');

const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Scripts whose letters change their form with a joiner or non-joiner. */
const joining = [
  ...['Arabic', 'Syriac', 'Mongolian', 'Nko', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil'],
  ...['Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan'],
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/** Invisible characters that shape visible ones: within an emoji, or between letters of such a script. */
const needed = [
  String.raw`(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]`,
  String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\p{Extended_Pictographic}\uFE0F)\u200D(?=\p{Extended_Pictographic})`,
  `(?<=[${joining}])[\\u200C\\u200D](?=[${joining}])`,
].join('|');

/** Controls, lone surrogates, annotation marks and all that Unicode calls ignorable. */
const unseen = String.raw`[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u061C\u180E\uFFF9-\uFFFB]`;

const neededOrUnseen = new RegExp(String.raw`(${needed})|[\t\n]|${unseen}`, 'gu');

/** Removes characters that hide or reorder text. Models are shown stored texts only in this form. */
export const safeText = (text: string): string =>
  text
    .replace(lineEnds, '\n')
    .replace(neededOrUnseen, (found, kept?: string) =>
      kept !== undefined || found === '\t' || found === '\n' ? found : '',
    );

/** As `safeText`, for a cell of a table or a line on a terminal. */
export const safeLine = (text: string): string => safeText(text).replace(/[\t\n]/g, ' ');

/** As `safeText`, for an item of a list: further lines are indented, so that none begins an item or a heading. */
export const indentedText = (text: string): string =>
  safeText(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n  ');

import { withoutEnd } from './ends.js';

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

/** The most texts of one request. */
const MOST_TEXTS = 64;
/** UTF-16 units of all texts of one request. */
const MOST_CHARACTERS = 30_000;

/**
 * UTF-16 units of a text that are sent. In English they are about 2,000 tokens, in the worst of scripts about as many as the 8,192
 * that OpenAI's models take; where a model takes fewer, `shortening` finds out.
 */
const MOST_OF_TEXT = 8_000;

/** The text without lone surrogates and NUL, which break some servers. May be empty. */
export const readable = (text: string): string =>
  text.trim().slice(0, MOST_OF_TEXT).toWellFormed().replaceAll('\ufffd', ' ').replaceAll('\0', ' ').trim();

/** In order, none of them empty. Each text is at most `MOST_OF_TEXT` long. */
export function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const batch = batches.at(-1);
    characters += text.length;
    if (batch && batch.length < MOST_TEXTS && characters <= MOST_CHARACTERS) batch.push(text);
    else {
      batches.push([text]);
      characters = text.length;
    }
  }
  return batches;
}

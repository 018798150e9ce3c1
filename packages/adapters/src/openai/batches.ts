const MOST_TEXTS = 64;
/** UTF-16 units per request. */
const MOST_CHARACTERS = 30_000;

/**
 * UTF-16 units: 2,000 tokens of English, and 8,192 at worst, OpenAI's limit. `shortening` adapts to smaller models.
 */
const MOST_OF_TEXT = 8_000;

/** Without lone surrogates and NUL, which break some servers. May be empty. */
export const readable = (text: string): string =>
  text.trim().slice(0, MOST_OF_TEXT).toWellFormed().replaceAll('\ufffd', ' ').replaceAll('\0', ' ').trim();

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

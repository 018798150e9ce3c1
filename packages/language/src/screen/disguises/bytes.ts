const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What bytes say in UTF-8; null where they are none. */
const decoded = (bytes: Uint8Array): string | null => {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
};

const controls = /[\p{Cs}\p{Co}\p{Cn}]|[^\P{Cc}\t\n\r]/u;
const letters = /[\p{L}\p{M}]/gu;
const written = /[\p{L}\p{M}\p{N}\s]/gu;
const count = (text: string, kind: RegExp): number => text.match(kind)?.length ?? 0;

/** Characters of a code, such as hexadecimal inside of base64. */
const code = /^[\w\s%\\+/=&#;:,-]+$/;

/** Bytes of keys, sums and pictures are hardly ever letters. */
const isText = (text: string): boolean => {
  const length = [...text].length;
  return count(text, letters) >= length * 0.5 && count(text, written) >= length * 0.75;
};

/** What bytes say where they are words, or a code for words; null where they are anything else. */
export function textOf(bytes: Uint8Array, within: (piece: string) => string): string | null {
  const text = decoded(bytes);
  if (text === null || controls.test(text)) return null;
  if (!code.test(text)) return isText(text) ? text : null;
  const inner = within(text);
  if (inner !== text) return inner;
  return isText(text) ? text : null;
}

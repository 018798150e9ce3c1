import type { Redacted } from '@hippocamp/shared/language/secret';
import { hasVisibleCharacter, type Warning } from '@hippocamp/shared/schemas/common';

export interface NormalisedInput {
  text: string;
  warnings: Warning[];
  /** Nothing in it can be seen. */
  blank: boolean;
}

const REPLACEMENT = '\uFFFD';

/**
 * The same text with `\n` as its only line end, at the same length: what an extractor reads, so that its spans fit the text
 * as it was sent.
 */
export const withPlainLines = (text: string): string => text.replaceAll('\r\n', ' \n').replaceAll('\r', '\n');

/** Repairs what no store can hold, and says so; nothing else of the text changes. */
export function normaliseInput(content: string): NormalisedInput {
  const warnings: Warning[] = [];
  let text = content;
  if (text.includes('\0')) {
    text = text.replaceAll('\0', REPLACEMENT);
    warnings.push({ code: 'nul_replaced', message: 'The text held the character NUL; U+FFFD stands in its place.' });
  }
  if (!text.isWellFormed()) {
    text = text.toWellFormed();
    warnings.push({
      code: 'surrogate_replaced',
      message: 'The text held half of a character; U+FFFD stands in its place.',
    });
  }
  const blank = !hasVisibleCharacter(text);
  if (blank)
    warnings.push({ code: 'blank', message: 'The text holds nothing that can be seen, so there is nothing to keep.' });
  return { text, warnings, blank };
}

/** Says how many secrets of each kind were removed, and nothing else of them. */
export const secretsRemoved = ({ removed }: Redacted): Warning[] => {
  if (removed.length === 0) return [];
  const kinds = removed.map(({ kind, count }) => `${kind} (${count})`).join(', ');
  return [
    { code: 'secret_removed', message: `The text held secrets, which were removed before it was kept: ${kinds}.` },
  ];
};

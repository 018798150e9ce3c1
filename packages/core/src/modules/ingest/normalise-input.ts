import { hasVisibleCharacter, type Warning } from '@hippocamp/shared/schemas/common';

export interface NormalisedInput {
  text: string;
  warnings: Warning[];
  /** Nothing in it can be seen. */
  blank: boolean;
}

const REPLACEMENT = '\uFFFD';

/** Repairs what no store can hold, and says so. Line ends become `\n`; nothing else of the text changes. */
export function normaliseInput(content: string): NormalisedInput {
  const warnings: Warning[] = [];
  let text = content.replace(/\r\n?/g, '\n');
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

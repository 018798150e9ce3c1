import type { TextReading } from '@hippocamp/shared/language/reading';
import { terms } from '@hippocamp/shared/text/terms';

/** The words of a text as plainly as a test needs them. */
export const wordsOf = (content: string): Pick<TextReading, 'stems' | 'words'> => ({
  stems: [...new Set(terms(content))],
  words: terms(content),
});

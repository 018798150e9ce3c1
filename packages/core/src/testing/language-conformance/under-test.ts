import type { Language } from '../../ports/language.js';

export interface LanguageUnderTest {
  language: Language;
  /** ms within which each call on one text of any kind ends, well or with `UnreadableText`. */
  deadline: number;
  close(): Promise<void>;
}

export type AskedLanguage = () => Language;

import type { Language } from '../../ports/language.js';

export interface LanguageUnderTest {
  language: Language;
  /** ms of work within which all calls on one text of any kind end, well or with `UnreadableText`. */
  deadline: number;
  close(): Promise<void>;
}

export type AskedLanguage = () => Language;

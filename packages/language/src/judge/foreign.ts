import type { Statement } from '@hippocamp/shared/language/statement';

export const isLatin = (words: string): boolean => /\p{Script=Latin}/u.test(words);

/** Whether a statement is in another language than that of the heads. */
export const isForeign = ({ language, words }: Pick<Statement, 'language' | 'words'>): boolean =>
  language === null ? !isLatin(words) : language !== 'en';

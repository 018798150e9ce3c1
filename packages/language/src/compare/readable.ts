import type { ComparedPair } from '@hippocamp/shared/language/comparison';
import { languagesOf } from '../words/language-of.js';

/** What the model of two texts was taught in. */
const READ = 'en';

const isPlain = (text: string): boolean => !/[^\p{ASCII}]/u.test(text.replace(/\P{L}/gu, ''));

/** Whether a model of English can read both texts of each pair; of what is too short to tell its language, plain letters are taken for English. */
export async function readable(pairs: readonly Pick<ComparedPair, 'older' | 'newer'>[]): Promise<boolean[]> {
  const languages = await languagesOf(pairs.map(({ older, newer }) => `${older}\n${newer}`));
  return pairs.map(({ older, newer }, place) => {
    const language = languages[place] ?? null;
    return language === READ || (language === null && isPlain(older + newer));
  });
}

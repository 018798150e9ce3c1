import type { ComparedPair } from '@hippocamp/shared/language/comparison';
import { languagesOf } from '../words/language-of.js';
import { asSaid } from './as-said.js';

/** What the model of two texts was taught in. */
const READ = 'en';

const isPlain = (text: string): boolean => !/[^\p{ASCII}]/u.test(text.replace(/\P{L}/gu, ''));

/** Both texts of each pair as a model of English reads them, or null where it cannot; of what is too short to tell its language, plain letters are taken for English. */
export async function readable(
  pairs: readonly Pick<ComparedPair, 'older' | 'newer' | 'speaker'>[],
): Promise<({ older: string; newer: string } | null)[]> {
  const languages = await languagesOf(pairs.map(({ older, newer }) => `${older}\n${newer}`));
  return pairs.map((pair, place) => {
    const language = languages[place] ?? null;
    return language === READ || (language === null && isPlain(pair.older + pair.newer)) ? asSaid(pair) : null;
  });
}

import type { ComparedPair } from '@hippocamp/shared/language/comparison';
import { languagesOf } from '../words/language-of.js';
import { asSaid } from './as-said.js';
import { undecided } from './compare.js';

/** What the model of two texts was taught in. */
const READ = 'en';

const isPlain = (text: string): boolean => !/[^\p{ASCII}]/u.test(text.replace(/\P{L}/gu, ''));

/**
 * Both texts of each pair as a model of English reads them, or null where it cannot or would decide nothing; of what is too short to tell
 * its language, plain letters are taken for English.
 */
export async function readable(
  pairs: readonly Omit<ComparedPair, 'relations'>[],
): Promise<({ older: string; newer: string } | null)[]> {
  const open = undecided(pairs);
  const texts = pairs.map(({ older, newer }, place) => (open[place] ? `${older}\n${newer}` : ''));
  const languages = await languagesOf(texts);
  return pairs.map((pair, place) => {
    const language = languages[place] ?? null;
    const isEnglish = language === READ || (language === null && isPlain(pair.older + pair.newer));
    return open[place] && isEnglish ? asSaid(pair) : null;
  });
}

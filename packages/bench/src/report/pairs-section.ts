import { confusionOf, type JudgedPair, relations } from '../ingest-quality/pairs.js';
import { count } from './format.js';
import type { Section } from './section.js';

const share = (part: number, all: number): string => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;

/** What becomes of two sentences of one speaker, the newer of which repeats, replaces or adds. */
export function pairsSection(pairs: readonly JudgedPair[]): Section {
  const confusion = confusionOf(pairs);
  const right = pairs.filter(({ want, said }) => want === said).length;
  const different = pairs.filter(({ want }) => want === 'different').length;
  const lost = pairs.filter(({ want, said }) => want !== 'same' && said === 'same').length;
  return {
    title: 'Ingest quality, pairs of the report part: what the newer sentence is taken for',
    columns: ['it is', 'pairs', ...relations.map((said) => `taken for ${said}`)],
    rows: relations.map((want) => [
      want,
      count(pairs.filter((pair) => pair.want === want).length),
      ...relations.map((said) => count(confusion[want][said])),
    ]),
    notes: [
      `Right: ${right} of ${pairs.length} (${share(right, pairs.length)}).`,
      `Lost updates, taken for same: ${lost}. True facts wrongly replaced: ${confusion.different.conflict} of ${different}. Outdated facts that stay live: ${confusion.conflict.different + confusion.conflict.same}.`,
    ],
  };
}

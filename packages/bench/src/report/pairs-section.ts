import { confusionOf, type JudgedPair, outcomes, relations } from '../ingest-quality/pairs.js';
import { count } from './format.js';
import type { Section } from './section.js';

const share = (part: number, all: number): string => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;

export function pairsSection(pairs: readonly JudgedPair[]): Section {
  const confusion = confusionOf(pairs);
  const right = pairs.filter(({ want, said }) => want === said).length;
  const asked = pairs.filter(({ want, said }) => want === 'conflict' && said === 'asked').length;
  const different = pairs.filter(({ want }) => want === 'different').length;
  const lost = pairs.filter(({ want, said }) => want !== 'same' && said === 'same').length;
  return {
    title: 'Ingest quality, pairs of the report part: what the newer sentence is taken for',
    columns: [
      'it is',
      'pairs',
      ...outcomes.map((said) => (said === 'asked' ? 'kept, and a person is asked' : `taken for ${said}`)),
    ],
    rows: relations.map((want) => [
      want,
      count(pairs.filter((pair) => pair.want === want).length),
      ...outcomes.map((said) => count(confusion[want][said])),
    ]),
    notes: [
      `Right by itself: ${right} of ${pairs.length} (${share(right, pairs.length)}); with the conflicts that a person is asked about ${share(right + asked, pairs.length)}.`,
      `Lost updates, taken for same: ${lost}. True facts wrongly replaced: ${confusion.different.conflict} of ${different}. Outdated facts that stay live and that nobody is asked about: ${confusion.conflict.different + confusion.conflict.same}.`,
    ],
  };
}

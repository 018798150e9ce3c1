import type { Kept } from '@hippocamp/shared/language/judgement';
import type { Tier } from '@hippocamp/shared/schemas/common';
import type { Evidence } from './evidence.js';
import { tagCues, weighty } from './weight.js';

interface Verdict {
  tier: Tier;
  because: string;
}

const rooted = new Set([
  'says where somebody lives or works',
  'is about health',
  'states a preference',
  'describes a habit',
  'says who somebody is',
]);

const isLasting = ({ lasting, dated, passing, happened }: Evidence): boolean => {
  if (lasting === null) return false;
  if (rooted.has(lasting)) return !(happened && dated !== null && lasting === 'describes a habit');
  return dated === null && passing === null;
};

const isPassing = ({ passing, dated, happened, lasting }: Evidence): boolean =>
  passing !== null && dated === null && !happened && (lasting === null || !rooted.has(lasting));

const verdictOf = (evidence: Evidence): Verdict => {
  const { lasting, dated, planned, passing, stating, happened, foreign } = evidence;
  if (isPassing(evidence)) return { tier: 'short_term', because: passing ?? '' };
  if (isLasting(evidence)) return { tier: 'semantic', because: lasting ?? '' };
  if (dated !== null) return { tier: 'episodic', because: dated };
  if (stating !== null) return { tier: 'semantic', because: stating };
  if (planned !== null) return { tier: 'episodic', because: planned };
  if (happened) return { tier: 'episodic', because: 'tells what happened' };
  return {
    tier: 'episodic',
    because: foreign ? 'is a statement in another language' : 'is a statement without a sign of lasting',
  };
};

const tierNames: Record<Tier, string> = {
  semantic: 'a lasting fact',
  episodic: 'something that happened or is to happen',
  short_term: 'a passing state',
};

const bases: Record<Tier, number> = { semantic: 0.5, episodic: 0.4, short_term: 0.2 };
/** By score; a higher one is as good as the last. */
const confidences = [0.2, 0.3, 0.5, 0.65, 0.75, 0.85, 0.9];
const DOUBTFUL = 0.5;

const round = (value: number) => Math.round(value * 100) / 100;

const confidenceOf = (score: number): number => confidences[Math.max(0, Math.min(score, 6))] ?? 0.2;

/** Tier, importance, confidence, tags and the reason, from the wording of one statement. */
export function classify(words: string, evidence: Evidence): Omit<Kept, 'keep' | 'joined'> {
  const { tier, because } = verdictOf(evidence);
  const weights = weighty.filter(({ pattern }) => pattern.test(words)).map((cue) => cue.because);
  const confidence = confidenceOf(evidence.score);
  const doubt = confidence < DOUBTFUL ? 0.1 : 0;
  const more = weights.length > 0 ? `, and weighs more for ${weights.join(' and ')}` : '';
  return {
    tier,
    importance: round(Math.min(0.95, bases[tier] + 0.15 * weights.length - doubt)),
    confidence,
    tags: Object.entries(tagCues)
      .filter(([, pattern]) => pattern.test(words))
      .map(([tag]) => tag),
    rationale: `Taken for ${tierNames[tier]}, since it ${because}${more}.`,
  };
}

import type { ComparedPair, Comparison, Relations } from '@hippocamp/shared/language/comparison';
import { normaliseText } from '@hippocamp/shared/text/normalise';
import { withoutResolved } from '../words/resolved.js';
import { type Observations, observe } from './observations.js';
import { viewOf } from './sentence-view.js';

/**
 * From which probability on a relation is believed. Losing an update is dearest, then burying what is true, then asking a person, then
 * keeping both. Chosen on authors of whom the model has learned nothing (P0, P9 of `packages/bench/labelled/pairs`).
 */
const BOUNDS = {
  same: 0.9,
  /** Where something makes it unlikely. */
  sameInSpite: 0.97,
  replaces: 0.7,
  replacesInSpite: 0.9,
  asks: 0.5,
  differs: 0.95,
};

const unrelated: Comparison = { verdict: 'unrelated', sure: 1 };

/** With one of these two statements never say the same, whatever a model holds of them. */
const differ = (seen: Observations): boolean =>
  seen.otherQuantity ||
  seen.otherName ||
  seen.otherSign ||
  seen.opposed ||
  seen.turned ||
  seen.unreadable ||
  seen.sharesLittle;

const mayDiffer = (seen: Observations): boolean => seen.addedQuantity || seen.addedName || seen.denial;

/** With one of these the older stays as it is, whatever a model holds of them. */
const tellsNoChange = (seen: Observations): boolean => seen.unreadable || seen.forOnce || seen.notSaidAsSo;

/** Without a word of change, or another figure, the newer may tell of something else. */
const mayBeOfAnother = (seen: Observations): boolean => seen.opposed || !(seen.changeTold || seen.otherQuantity);

function byRelations(
  { same, conflict, different }: Relations,
  { otherValue = false, isAfter = false }: ComparedPair,
  seen: Observations,
): Comparison {
  if (!otherValue && !isAfter && !differ(seen) && same >= (mayDiffer(seen) ? BOUNDS.sameInSpite : BOUNDS.same))
    return { verdict: 'same', sure: same };
  if (tellsNoChange(seen)) return unrelated;
  // A model takes one town for another at times: what was read of both holds, and where the model is sure that they differ a person says.
  if (otherValue)
    return { verdict: different < BOUNDS.differs ? 'replaces' : 'may_replace', sure: Math.max(conflict, BOUNDS.asks) };
  if (conflict < BOUNDS.asks || (seen.sharesLittle && !isAfter)) return unrelated;
  const least = mayBeOfAnother(seen) ? BOUNDS.replacesInSpite : BOUNDS.replaces;
  // What names nothing of the older ("No, at ten") would leave nobody who says what it is about.
  return { verdict: (isAfter || !seen.bare) && conflict >= least ? 'replaces' : 'may_replace', sure: conflict };
}

/** "I fly tomorrow (2026-01-12)", said again a day later, tells of another day, and the first stays so. */
const differsByDay = ({ older, newer }: ComparedPair): boolean => withoutResolved(older) === withoutResolved(newer);

const isSameText = ({ older, newer }: ComparedPair): boolean => normaliseText(older) === normaliseText(newer);

/**
 * What the newer of each two statements of one speaker is to the older. Where no model has read them, or could not, only equal text says
 * the same, and everything else may be so as well.
 */
export function compare(pairs: readonly ComparedPair[]): Comparison[] {
  const views = new Map<string, ReturnType<typeof viewOf>>();
  const viewed = (text: string) => {
    const view = views.get(text) ?? viewOf(text);
    views.set(text, view);
    return view;
  };
  return pairs.map((pair): Comparison => {
    if (isSameText(pair)) return { verdict: 'same', sure: 1 };
    if (!pair.relations || differsByDay(pair)) return unrelated;
    return byRelations(pair.relations, pair, observe({ older: viewed(pair.older), newer: viewed(pair.newer) }));
  });
}

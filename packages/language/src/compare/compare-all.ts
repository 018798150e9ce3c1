import type { ComparedPair, Comparison, Relations } from '@hippocamp/shared/language/comparison';
import type { Reading } from '@hippocamp/shared/language/reading';
import { relateClaim } from '../relate/relate-claim.js';
import { firstPerson } from '../segment/voice/speak-as.js';
import { withoutResolved } from '../words/resolved.js';
import { compare, sameAttribute, sameSlot } from './compare.js';
import { isForOnce } from './for-once.js';
import type { ViewedPair } from './pair-features.js';
import { type Bounds, type PairHead, relationsOf } from './pair-head.js';
import { givesOtherValue } from './same-frame.js';
import { type SentenceView, viewOf } from './sentence-view.js';
import { tellsEnd } from './told-change.js';
import { isOfTheSame, isTold, objectionToReplacing, objectionToSame, putsRight, tellsOfChange } from './vetoes.js';

/** A head over words, and how sure a reader of two texts together has to be. */
export interface PairJudges {
  words: PairHead;
  reader: Bounds;
}

/** Where both tell of one attribute, the head has no say against what is told. */
const tellsOtherwise = (first: Reading, second: Reading): boolean =>
  first.slots.some((slot) => second.slots.some((other) => sameAttribute(slot, other) && !sameSlot(slot, other)));

/** Of what one may have several of, another one takes the place of none: "owns a boat in Turku", "owns a boat in Oulu". */
const tellsOfSeveral = (first: Reading, second: Reading): boolean =>
  first.slots.some((slot) => second.slots.some((other) => sameAttribute(slot, other) && !slot.single));

/** What the older says of the newer as a claim. */
const stanceOf = ({ first, second }: ComparedPair) => {
  const known = [{ text: second.content, isClaim: false }];
  const [part] = relateClaim({
    claim: first.content,
    parts: [{ text: first.content, beside: [0] }],
    known,
    aliases: [],
  });
  return part?.stances[0]?.stance ?? 'neutral';
};

/** "I fly tomorrow (2026-01-12)", said again a day later, tells of another day, and the first stays so. */
const differsByDay = ({ first, second }: ComparedPair): boolean =>
  first.content !== second.content && withoutResolved(first.content) === withoutResolved(second.content);

/** A reader is not asked where the head over words is so sure that both may be so: most of what shares words. */
const CLEARLY_DIFFERENT = 0.93;

/** From here on nobody is sure, and what the clauses say of each other has to agree. */
const LIKELY = 0.5;

/** From which probability on something is so: by itself, and where what the clauses say of each other agrees. */
export interface SureFrom {
  alone: number;
  agreed: number;
}

const unrelated: Comparison = { verdict: 'unrelated', sure: 1 };

const never: SureFrom = { alone: Number.POSITIVE_INFINITY, agreed: Number.POSITIVE_INFINITY };

export const sameFrom = (pair: ViewedPair, { same, sameInSpite }: Bounds): SureFrom => {
  const objection = objectionToSame(pair);
  if (objection === 'ruled out') return never;
  return objection === 'unlikely' ? { alone: sameInSpite, agreed: sameInSpite } : { alone: same, agreed: LIKELY };
};

export const replacesFrom = (pair: ViewedPair, { replaces, replacesTold, replacesInSpite }: Bounds): SureFrom => {
  const objection = objectionToReplacing(pair);
  if (objection === 'ruled out') return never;
  if (objection === 'unlikely') return { alone: replacesInSpite, agreed: replacesInSpite };
  return { alone: tellsOfChange(pair) ? replacesTold : replaces, agreed: LIKELY };
};

/** Another value in the same words, which holds from now on, or the end of what was so; where "I" may be two people, of neither of them. */
const isAnnounced = ({ byRules, first, second }: ComparedPair, both: ViewedPair): boolean =>
  !isForOnce(both) &&
  !(byRules && (firstPerson.test(first.content) || firstPerson.test(second.content))) &&
  ((givesOtherValue(both) && (putsRight(both) || isOfTheSame(both))) || (tellsEnd(both) && isTold(both.newer)));

/** How much the words count beside what was read: of several shares that were tried, the least at which no more facts of authors whom the reader does not know are replaced by chance. */
const WORDS = 0.15;

/**
 * What a reader and the head over words say of one pair. That the older no longer holds, both have to hold for possible: the reader
 * takes what is new of a person for a change of something else that is told of them, where the words do not.
 */
export const together = (read: Relations, { conflict }: Relations): Relations => ({
  ...read,
  conflict: read.conflict * conflict ** WORDS,
});

/** What is learned judges where rules read nothing; numbers, names, denial and facts outweigh it. */
function byRelations(
  pair: ViewedPair,
  compared: ComparedPair,
  { same, conflict }: Relations,
  bounds: Bounds,
): Comparison {
  const { first, second } = compared;
  if (same >= LIKELY && !tellsOtherwise(first.reading, second.reading)) {
    const sureFrom = sameFrom(pair, bounds);
    if (same >= sureFrom.alone || (same >= sureFrom.agreed && stanceOf(compared) === 'supports'))
      return { verdict: 'same', sure: same };
  }
  if (isForOnce(pair)) return unrelated;
  if (conflict >= LIKELY && !tellsOfSeveral(first.reading, second.reading)) {
    const sureFrom = replacesFrom(pair, bounds);
    if (conflict >= sureFrom.alone || (conflict >= sureFrom.agreed && stanceOf(compared) === 'refutes'))
      return { verdict: 'replaces', sure: conflict };
  }
  return conflict >= bounds.doubtful ? { verdict: 'may_replace', sure: conflict } : { verdict: 'unrelated', sure: 1 };
}

/** By rules, then by what was read of the two, if anything was. */
function compareOne(pair: ComparedPair, both: ViewedPair, { words, reader }: PairJudges): Comparison {
  const told = compare(pair);
  if (told.verdict === 'replaces' && isForOnce(both)) return unrelated;
  if (told.verdict !== 'unrelated' || differsByDay(pair)) return told;
  if (isAnnounced(pair, both)) return { verdict: 'replaces', sure: 1 };
  if (pair.byRules) return told;
  const guessed = pair.guessed ?? relationsOf(words, both);
  if (pair.relations) return byRelations(both, pair, together(pair.relations, guessed), reader);
  if (pair.relations === null) return byRelations(both, pair, guessed, words);
  return guessed.different < CLEARLY_DIFFERENT ? { ...told, open: guessed } : told;
}

/**
 * What the first of each of two texts is to the second; a text that stands in several pairs is looked at once. Where nobody has
 * asked the reader yet, the comparison says whether to.
 */
export function compareAll(pairs: readonly ComparedPair[], judges: PairJudges): Comparison[] {
  const views = new Map<string, SentenceView>();
  const viewed = ({ content }: ComparedPair['first']): SentenceView => {
    const view = views.get(content) ?? viewOf(content);
    views.set(content, view);
    return view;
  };
  return pairs.map((pair) => compareOne(pair, { older: viewed(pair.second), newer: viewed(pair.first) }, judges));
}

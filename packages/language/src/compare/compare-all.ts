import type { ComparedPair, Comparison } from '@hippocamp/shared/language/comparison';
import type { Reading } from '@hippocamp/shared/language/reading';
import { relateClaim } from '../relate/relate-claim.js';
import { withoutResolved } from '../words/resolved.js';
import { compare, sameAttribute, sameSlot } from './compare.js';
import type { ViewedPair } from './pair-features.js';
import { type PairHead, relationsOf } from './pair-head.js';
import { type SentenceView, viewOf } from './sentence-view.js';
import { mayBeSame, mayReplace, tellsOfChange } from './vetoes.js';

/** Heads that look at the cosine of two vectors, and those for texts without vectors. */
export interface PairHeads {
  model: PairHead;
  words: PairHead;
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

/** From here on a head is not sure, and has to agree with what the clauses say of each other. */
const LIKELY = 0.5;

/** Learned heads judge where rules read nothing; numbers, names, denial and facts outweigh them. */
function byHead(pair: ViewedPair, compared: ComparedPair, cosine: number | null, heads: PairHeads): Comparison {
  const { first, second } = compared;
  const head = cosine === null ? heads.words : heads.model;
  const { same, conflict } = relationsOf(head, pair, cosine);
  if (same >= LIKELY && mayBeSame(pair) && !tellsOtherwise(first.reading, second.reading)) {
    if (same >= head.same || stanceOf(compared) === 'supports') return { verdict: 'same', sure: same };
  }
  if (conflict >= LIKELY && mayReplace(pair) && !tellsOfSeveral(first.reading, second.reading)) {
    const sureFrom = tellsOfChange(pair) ? head.replacesTold : head.replaces;
    if (conflict >= sureFrom || stanceOf(compared) === 'refutes') return { verdict: 'replaces', sure: conflict };
  }
  return conflict >= head.doubtful ? { verdict: 'may_replace', sure: conflict } : { verdict: 'unrelated', sure: 1 };
}

/** What the first of each of two texts is to the second; a text that stands in several pairs is looked at once. */
export function compareAll(pairs: readonly ComparedPair[], heads: PairHeads): Comparison[] {
  const views = new Map<string, SentenceView>();
  const viewed = ({ content }: ComparedPair['first']): SentenceView => {
    const view = views.get(content) ?? viewOf(content);
    views.set(content, view);
    return view;
  };
  return pairs.map((pair) => {
    const told = compare(pair);
    if (told.verdict !== 'unrelated' || pair.cosine === undefined || differsByDay(pair)) return told;
    return byHead({ older: viewed(pair.second), newer: viewed(pair.first) }, pair, pair.cosine, heads);
  });
}

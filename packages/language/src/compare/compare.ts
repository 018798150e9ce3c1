import type { ComparedPair, Comparison, ReadablePair, Relations } from '@hippocamp/shared/language/comparison';
import { normaliseText } from '@hippocamp/shared/text/cleaned';
import { withoutResolved } from '../words/dates.js';
import { languageOf } from '../words/language-of.js';
import { type Observations, observe } from './observations.js';
import { type SentenceView, viewOf, withoutName } from './sentence-view.js';
import { writtenAlike } from './written-alike.js';

/** Memories name a labelled speaker in place of "I"; this puts "I" back. */
function inFirstPerson(text: string, speaker: string | null): string {
  if (!speaker) return text;
  if (text.startsWith(`${speaker}'s `)) return `My ${text.slice(speaker.length + 3)}`;
  if (!text.startsWith(`${speaker} `)) return text;
  return `I ${text.slice(speaker.length + 1)}`.replace(/^I is\b/, 'I am').replace(/^I has\b/, 'I have');
}

/** Both texts as they were said. A date resolved in only one of them is removed, as it is no difference. */
export function asSaid({ older, newer, speaker = null }: Pick<ComparedPair, 'older' | 'newer' | 'speaker'>): {
  older: string;
  newer: string;
} {
  const said = [older, newer].map((text) => inFirstPerson(text, speaker));
  const plain = said.map(withoutResolved);
  const areResolved = said.map((text, place) => text !== plain[place]);
  const [first = older, second = newer] = areResolved[0] === areResolved[1] ? said : plain;
  return { older: first, newer: second };
}

/**
 * The probability from which a relation is believed. A lost update costs most, then burying a truth, then asking a
 * person, then keeping both. Chosen on authors whom the model has not seen (P0, P9 of `packages/bench/labelled/pairs`).
 */
const BOUNDS = {
  same: 0.9,
  /** Used where the newer adds a quantity, a name or many words, or one of the two denies. */
  sameInSpite: 0.97,
  /** Of the reading with quantities written alike, which makes two things with one number look alike too. */
  sameAlike: 0.95,
  replaces: 0.7,
  replacesInSpite: 0.9,
  /** Used where the two hardly share a word, as two remarks of one talk do. */
  replacesFarOff: 0.95,
  asks: 0.5,
  asksFarOff: 0.9,
  bothMayBe: 0.75,
  /** Both are kept, and the later is shown first. */
  about: 0.3,
};

const unrelated: Comparison = { verdict: 'unrelated', sure: 1 };

/** A new count of the same thing is `about` it; anything else is unrelated. */
const countedAnew = (seen: Observations): Comparison =>
  seen.countsAnew && !seen.forOnce ? { verdict: 'about', sure: BOUNDS.about } : unrelated;

/** Observations that rule out sameness, whatever a model says. */
const differ = (seen: Observations): boolean =>
  seen.otherQuantity ||
  seen.otherName ||
  seen.otherSign ||
  seen.opposed ||
  seen.turned ||
  seen.unreadable ||
  seen.bringsMuch ||
  seen.pointsElsewhere;

const mayDiffer = (seen: Observations): boolean =>
  seen.addedQuantity || seen.addedName || seen.denial || seen.bringsSome;

/** Observations that rule out a replacement, whatever a model says. */
const tellsNoChange = (seen: Observations): boolean => seen.unreadable || seen.forOnce || seen.notSaidAsSo;

/** The newer may be about something else if it has no word of change and no other value of the same subject. */
const mayBeOfAnother = (seen: Observations): boolean =>
  seen.opposed || !(seen.changeTold || seen.otherQuantity || (seen.otherName && seen.sameSubject));

/** The two differ in something of which a thing has only one at a time. Chat about one thing does not. */
const hasOtherValue = (seen: Observations): boolean =>
  seen.otherQuantity || seen.otherName || seen.otherSign || seen.opposed || seen.denial || seen.changeTold;

/** One subject has another name. The model may take one town for another, but it knows what there are several of. */
const givesOtherName = ({ different }: Relations, seen: Observations): boolean =>
  different < BOUNDS.bothMayBe &&
  seen.otherName &&
  seen.sameSubject &&
  !(seen.otherQuantity || seen.otherSign || seen.opposed || seen.turned || seen.denial);

function leastToReplace(seen: Observations): number {
  if (seen.farOff) return BOUNDS.replacesFarOff;
  return mayBeOfAnother(seen) ? BOUNDS.replacesInSpite : BOUNDS.replaces;
}

/** Neither of two statements about one thing replaces the other: a person decides, or the later is shown first. */
function toldTwice({ same, conflict }: Relations, seen: Observations): Comparison {
  const asks = conflict >= (seen.farOff ? BOUNDS.asksFarOff : BOUNDS.asks);
  if (asks && (seen.bare || hasOtherValue(seen))) return { verdict: 'may_replace', sure: conflict };
  if (!hasOtherValue(seen)) return unrelated;
  return conflict >= BOUNDS.about || same >= BOUNDS.same || seen.countsAnew
    ? { verdict: 'about', sure: conflict }
    : unrelated;
}

/** How surely the newer says no more, by the surer of both readings. Null where neither suffices. */
function sureOfSame({ relations, alike = 0 }: ComparedPair, seen: Observations): number | null {
  const same = relations?.same ?? 0;
  const [least, leastAlike] = mayDiffer(seen)
    ? [BOUNDS.sameInSpite, BOUNDS.sameInSpite]
    : [BOUNDS.same, BOUNDS.sameAlike];
  return !differ(seen) && (same >= least || alike >= leastAlike) ? Math.max(same, alike) : null;
}

function byRelations(relations: Relations, pair: ComparedPair, seen: Observations): Comparison {
  const { isAfter = false } = pair;
  const { same, conflict } = relations;
  const sureOf = isAfter ? null : sureOfSame(pair, seen);
  if (sureOf !== null) return { verdict: 'same', sure: sureOf };
  if (tellsNoChange(seen) || (seen.sharesLittle && !isAfter)) return countedAnew(seen);
  const least = leastToReplace(isAfter ? { ...seen, farOff: false } : seen);
  // A statement that names nothing of the older ("No, at ten") would lose its subject.
  if ((isAfter || !seen.bare) && conflict >= least) return { verdict: 'replaces', sure: conflict };
  if (givesOtherName(relations, seen)) return { verdict: 'replaces', sure: Math.max(same, conflict) };
  return toldTwice(relations, seen);
}

/** True when a model could change the result. Observations decide most near pairs. */
const isUndecided = (seen: Observations, { isAfter = false }: Pick<ComparedPair, 'isAfter'>): boolean =>
  (!isAfter && !differ(seen)) || !(tellsNoChange(seen) || (seen.sharesLittle && !isAfter));

type Said = Omit<ComparedPair, 'relations' | 'alike'>;

function observer(): (pair: Said) => Observations {
  const views = new Map<string, SentenceView>();
  const viewed = (text: string, speaker: string | null): SentenceView => {
    const view = views.get(text) ?? viewOf(text);
    views.set(text, view);
    return speaker ? withoutName(view, speaker) : view;
  };
  return (pair) => {
    const { older, newer } = asSaid(pair);
    const { speaker = null } = pair;
    return observe({ older: viewed(older, speaker), newer: viewed(newer, speaker) });
  };
}

function undecided(pairs: readonly Said[]): boolean[] {
  const observed = observer();
  return pairs.map((pair) => isUndecided(observed(pair), pair));
}

/** "I fly tomorrow (2026-01-12)", said again a day later, is about another day, and the first stays true. */
const differByDay = (older: string, newer: string): boolean => withoutResolved(older) === withoutResolved(newer);

/**
 * Compares the newer statement of each pair with the older, both of one speaker. Without a model's relations only equal
 * text is the same, nothing replaces, and a new count of the same thing is `about` it.
 */
export function compare(pairs: readonly ComparedPair[]): Comparison[] {
  const observed = observer();
  return pairs.map((pair): Comparison => {
    if (normaliseText(pair.older) === normaliseText(pair.newer)) return { verdict: 'same', sure: 1 };
    const { older, newer } = asSaid(pair);
    if (differByDay(older, newer)) return unrelated;
    if (!pair.relations) return countedAnew(observed(pair));
    return byRelations(pair.relations, pair, observed(pair));
  });
}

/** The language of the pair model's training. */
const READ = 'en';

const isPlain = (text: string): boolean => !/[^\p{ASCII}]/u.test(text.replace(/\P{L}/gu, ''));

/** The texts that the English model has to read, null for others. Short texts of plain letters count as English. */
export function readable(pairs: readonly Said[]): (ReadablePair | null)[] {
  const open = undecided(pairs);
  return pairs.map((pair, place) => {
    if (!open[place]) return null;
    const language = languageOf(`${pair.older}\n${pair.newer}`);
    const isEnglish = language === READ || (language === null && isPlain(pair.older + pair.newer));
    if (!isEnglish) return null;
    const { older, newer } = asSaid(pair);
    const alike = pair.isAfter ? null : writtenAlike(older, newer);
    return { older, newer, ...(alike === null ? {} : { alike }) };
  });
}

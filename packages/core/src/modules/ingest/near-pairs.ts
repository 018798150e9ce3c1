import { normaliseText } from '@hippocamp/shared/text/normalise';
import { terms } from '@hippocamp/shared/text/terms';
import type { Embedder } from '../../ports/embedder.js';
import type { Language } from '../../ports/language.js';
import type { Pair } from './compare-pairs.js';
import type { Comparable, KnownFact } from './known-fact.js';
import { inOneVoice } from './voices.js';

/** A statement, a fact that it may repeat or replace, and both as they are compared. */
export interface NearPair {
  statement: Comparable;
  fact: KnownFact;
  pair: Pair;
}

type Two = Pick<NearPair, 'statement' | 'fact'>;

export interface NearnessDependencies {
  language: Pick<Language, 'tellsOfSelf'>;
  comparer: Pick<Embedder, 'likeness' | 'calibration'>;
}

/** Share of the likeness at which two texts may say the same: below it hardly two of one thing lie (of 200 changes one in fifty). */
const NEAR_ENOUGH = 0.25;

/** 1 from the likeness on at which two texts may say the same. */
const nearness = ({ statement, fact }: Two, { likeness, calibration }: NearnessDependencies['comparer']): number => {
  if (statement.hash === fact.hash) return 1;
  return statement.vector && fact.vector ? likeness(statement.vector, fact.vector) / calibration.same : 0;
};

/** What one says of themselves is nothing to what another says of themselves, however alike the words. */
const isOfOthers = ({ statement, fact }: Two, { tellsOfSelf }: NearnessDependencies['language']): boolean =>
  statement.self !== fact.self ||
  (statement.speaker !== fact.speaker && (tellsOfSelf(statement.content) || tellsOfSelf(fact.content)));

/** A date that stands in brackets beside the words that say it is no word of them. */
const plainly = (text: string): string => normaliseText(text.replace(/ \([^()]*\)/g, ''));

/** What is kept with the words of the older one, since it was said after it, is read without them. */
function wordsOf({ statement: { content, own }, fact }: Two): Pick<Pair, 'older' | 'newer' | 'isAfter'> {
  const older = fact.content;
  const known = plainly(older);
  const isAfter = own !== null && known !== '' && plainly(content).includes(known);
  return isAfter ? { older, newer: own, isAfter } : { older, newer: content };
}

/** Share of what is put right that a memory has to have, in words that carry meaning. */
const MOSTLY = 0.6;

/** The fact that has most of what is put right, and least besides; undefined where none has. */
function amendedAmong(facts: readonly KnownFact[], told: string): KnownFact | undefined {
  const wanted = new Set(terms(told));
  const shared = (fact: KnownFact) => new Set(terms(fact.content).filter((term) => wanted.has(term))).size;
  const ranked = facts
    .map((fact) => ({ fact, has: shared(fact), of: new Set(terms(fact.content)).size }))
    .filter(({ has }) => has > 0 && has >= MOSTLY * wanted.size)
    .sort((one, other) => other.has - one.has || one.of - other.of);
  return ranked[0]?.fact;
}

/** What a text says more of in one message changes nothing of it: there only what has all words of it may say the same. */
function mayTellOther(statement: KnownFact, { inText, words }: KnownFact): boolean {
  if (!inText || (inText.message !== null && inText.message !== statement.inText?.message)) return true;
  return statement.words.length > 0 && statement.words.every((word) => words.includes(word));
}

/** Of some facts those that are near a statement, in their order; `told` are ids of what was told right before it, near or not. */
export function nearPairs(
  statement: KnownFact,
  facts: readonly KnownFact[],
  told: ReadonlySet<string>,
  dependencies: NearnessDependencies,
): NearPair[] {
  const { speaker, content, amends } = statement;
  const possible = facts.filter(
    (fact) => inOneVoice(statement, fact) && !isOfOthers({ statement, fact }, dependencies.language),
  );
  const amended = amends && amendedAmong(possible, amends.told);
  if (amended) {
    const pair = { older: amended.content, newer: content, near: 1, speaker, amends: amends.sure };
    return [{ statement, fact: amended, pair }];
  }
  return possible.flatMap((fact): NearPair[] => {
    const two = { statement, fact };
    if (!mayTellOther(statement, fact)) return [];
    const near = Math.max(0, nearness(two, dependencies.comparer));
    const words = wordsOf(two);
    const isNear = near >= NEAR_ENOUGH || words.isAfter || (told.has(fact.id) && !fact.inText);
    return isNear ? [{ ...two, pair: { ...words, near, speaker } }] : [];
  });
}

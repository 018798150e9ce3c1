import type { SentenceView, ViewedPair } from './sentence-view.js';

const passive =
  /\bby\b|\b(?:is|are|was|were|be|been|being|gets?|got) (?:\p{L}+ )?\p{L}{2,20}(?:ed|en|wn|ld|nt|pt|ght|de|ken|ung)\b/iu;

/** Whoever speaks, and what stands between two that may change places. */
const self = /^(?:i|me|we|us)$/;
const between = /^(?:to|from|than|before|after)$/;
const SELF = 'I';

/** Of each word that both have, where it stands first. */
const placesIn = (view: SentenceView, other: SentenceView): Map<string, number> => {
  const places = new Map<string, number>();
  for (const [place, { word, same, kind }] of view.tokens.entries()) {
    const isSelf = self.test(word);
    if (!isSelf && !between.test(word) && (kind === 'small' || kind === 'sign' || !other.all.has(same))) continue;
    const key = isSelf ? SELF : same;
    if (!places.has(key)) places.set(key, place);
  }
  return places;
};

const opensWithSelf = /^i(?:'\p{L}+)?$/u;

/** "Bea is the aunt of my son", "I am the uncle of Bea's son": what begins one with a name has the name elsewhere in the other, which begins with "I". */
const isOfSelf = (one: SentenceView, other: SentenceView): boolean => {
  const [first, second] = [one.tokens[0], other.tokens[0]];
  if (!first || !second || first.kind === 'small' || !/^\p{Lu}/u.test(one.text)) return false;
  return (
    opensWithSelf.test(second.word) && other.tokens.some(({ kind, same }) => kind === 'name' && same === first.same)
  );
};

/** "Ruy picks up Ana" and "Ana picks up Ruy": two of the words have changed places around a third. */
export const isTurned = ({ older, newer }: ViewedPair): boolean => {
  if (isOfSelf(older, newer) || isOfSelf(newer, older)) return true;
  if (passive.test(older.text) !== passive.test(newer.text)) return false;
  const [before, now] = [placesIn(older, newer), placesIn(newer, older)];
  const shared = [...before].filter(([key]) => now.has(key)).sort(([, first], [, second]) => first - second);
  const nowAt = shared.map(([key]) => now.get(key) ?? 0);
  return nowAt.some(
    (middle, place) =>
      shared[place]?.[0] !== SELF &&
      nowAt.slice(0, place).some((at) => at > middle) &&
      nowAt.slice(place + 1).some((at) => at < middle),
  );
};

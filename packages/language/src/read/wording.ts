import { marksIn } from '@hippocamp/shared/text/marks';
import { stopWords } from '@hippocamp/shared/text/stop-words';
import { terms, words } from '@hippocamp/shared/text/terms';
import { deniedInFull, straight } from '../words/contractions.js';

/** With and without these a statement says the same. */
const silent: ReadonlySet<string> = new Set(
  `a an the am is are be been being do does doing has have having now currently already still also just too so then very really
  quite actually indeed definitely absolutely totally truly that there`.split(/\s+/),
);

/** Words, by their stems, that change how much, whether or when something is so; "may" is written "might" here. */
const deciding: ReadonlySet<string> = new Set(
  `after all any before both but can could did down each few had half if less might more most must no none nor not off only or
  other over should some than under unless until up when while will without would was out almost nearly hardly barely except
  every fewer former fake false alleged supposed several many enough instead rather`
    .split(/\s+/)
    .flatMap((word) => (stopWords.has(word) ? [word] : terms(word))),
);

/** Stands where one sentence ends and another follows. */
const STOP = '.';

/** Stands behind a word in -ed: "the tests fail" and "the tests failed" are two facts. */
const PAST = 'PAST';

const isMark = (word: string): boolean => word !== STOP && !/[\p{L}\p{N}]/u.test(word);

export const isDeciding = (word: string): boolean => deciding.has(word) || isMark(word);

/** Prepositions, pronouns, conjunctions: what comes after one tells more. */
export const isLinking = (word: string): boolean => stopWords.has(word) && !deciding.has(word);

const steps: [RegExp, string][] = [
  [/'ll\b/gi, ' will'],
  [/'d\b/gi, ' would'],
  // With a capital it is the month.
  [/\bmay\b/g, 'might'],
  [/\b(it|he|she|that|there|what|who|here|let)'s\b/gi, '$1'],
  // Whose it is says as much as a preposition does.
  [/(?<=\p{L})'s(?= )/gu, ' of'],
  [/\bwere\b/gi, 'was'],
];

/** Any sign that may end a clause: no sentence is cut here, words are only kept from being matched across it. */
const sentenceEnd = /(?<![.;:!?])[.;:!?]+\s+(?=\S)|\n/;

const wordsOfPart = (part: string): string[] =>
  words(part)
    .filter((word) => word !== '' && !silent.has(word))
    .flatMap((word) => (stopWords.has(word) ? [word] : [...terms(word), ...(word.endsWith('ed') ? [PAST] : [])]));

const wordsOfSentence = (sentence: string): string[] => {
  const marks = marksIn(sentence);
  const parts = marks.map(({ at, mark }, place) => {
    const from = marks[place - 1]?.end ?? 0;
    return [...wordsOfPart(sentence.slice(from, at)), mark];
  });
  return [...parts.flat(), ...wordsOfPart(sentence.slice(marks.at(-1)?.end ?? 0))];
};

/**
 * The words of a text in their order: stems of those that carry meaning, and as they are the small ones and signs that
 * change it. Texts with the same words in another order may say something else: who reports to whom, what comes before what.
 */
export function wordingOf(text: string): string[] {
  const written = steps.reduce((rest, [pattern, word]) => rest.replace(pattern, word), deniedInFull(straight(text)));
  const sentences = written.trim().split(sentenceEnd).map(wordsOfSentence);
  return sentences.filter(({ length }) => length > 0).flatMap((each, place) => (place === 0 ? each : [STOP, ...each]));
}

const startsAt = (words: readonly string[], rest: readonly string[], at: number): boolean =>
  words.every((word, place) => word === rest[at + place]);

/** "the boat" is in "the red boat", and "left the harbour" in "left the harbour at dawn". */
const isHarmless = (before: readonly string[], after: readonly string[]): boolean => {
  const adjective = before.length === 0 || (before.length === 1 && !before.some((word) => stopWords.has(word)));
  const addition = after.length === 0 || isLinking(after[0] ?? '');
  return adjective && addition && ![...before, ...after].some(isDeciding);
};

/** One adjective at most may stand in front. */
const isWithin = (words: readonly string[], known: readonly string[]): boolean =>
  [0, 1].some((at) => startsAt(words, known, at) && isHarmless(known.slice(0, at), known.slice(at + words.length)));

const preposition = /^(?:on|in|at|since|during|by|for)$/;
const pronoun = /^(?:i|you|he|she|it|we|they|my|your|his|her|its|our|their)$/;
const joins = /^(?:and|but|or|while|because|\.)$/;
const LONGEST_ADJUNCT = 4;

/** "On Monday Ann flies to Oslo" as "Ann flies to Oslo on Monday"; where the adjunct ends is not known. */
const withFirstLast = (words: readonly string[]): string[][] => {
  if (!preposition.test(words[0] ?? '') || words.some((word) => joins.test(word))) return [];
  const isEnd = (end: number) => !stopWords.has(words[end] ?? '') || pronoun.test(words[end] ?? '');
  const isNoun = (end: number) => !words.slice(1, end).some((word) => stopWords.has(word));
  return [2, 3, LONGEST_ADJUNCT]
    .filter((end) => end < words.length && isEnd(end) && isNoun(end))
    .map((end) => [...words.slice(end), ...words.slice(0, end)]);
};

const isSame = (first: readonly string[], second: readonly string[]): boolean =>
  first.length === second.length && startsAt(first, second, 0);

/** Whether the first says nothing, word by word, that the second does not say. */
export const saysNoMore = (words: readonly string[], known: readonly string[]): boolean =>
  words.length > 0 &&
  (isWithin(words, known) ||
    withFirstLast(words).some((turned) => isSame(turned, known)) ||
    withFirstLast(known).some((turned) => isSame(turned, words)));

/** The words that are not told, without the prepositions and pronouns in front of what is told. */
export const remaining = (words: readonly string[], isTold: (word: string) => boolean): string[] => {
  let isNextOpen = false;
  const fromBehind = words.toReversed().filter((word) => {
    if (isLinking(word)) return isNextOpen && !isTold(word);
    isNextOpen = !isTold(word);
    return isNextOpen && word !== STOP && word !== PAST;
  });
  return fromBehind.reverse();
};

/** Whether all of the first are in the second, in the same order. */
export function isInOrder(words: readonly string[], known: readonly string[]): boolean {
  let at = 0;
  for (const word of words) {
    at = known.indexOf(word, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

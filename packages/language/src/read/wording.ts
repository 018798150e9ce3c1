import { marksIn } from '@hippocamp/shared/text/marks';
import { stopWords } from '@hippocamp/shared/text/stop-words';
import { terms, words } from '@hippocamp/shared/text/terms';
import { deniedInFull, straight } from '../words/contractions.js';

/** With and without these a statement says the same. */
const silent: ReadonlySet<string> = new Set(
  `a an the am is are be been being do does doing has have having now currently already still also just too so then very really
  quite actually indeed definitely absolutely totally truly that there`.split(/\s+/),
);

/** Stands where one sentence ends and another follows. */
const STOP = '.';

/** Stands behind a word in -ed: "the tests fail" and "the tests failed" are two facts. */
const PAST = 'PAST';

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

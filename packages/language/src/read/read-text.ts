import {
  LONGEST_READ,
  MOST_STATEMENTS,
  nothingRead,
  type StatedReading,
  type StatementReading,
  type TextReading,
  type TextToRead,
} from '@hippocamp/shared/language/reading';
import type { Mark } from '@hippocamp/shared/schemas/common';
import { withoutEnd } from '@hippocamp/shared/text/cleaned';
import { stemsOf, stopWords, terms, words } from '@hippocamp/shared/text/terms';
import { instructs } from '../screen/orders.js';
import { secretsIn } from '../screen/secrets/secrets-in.js';
import { sentencesIn } from '../segment/layout/sentences.js';
import { leans } from '../segment/statements/leaning.js';
import { datesIn, withoutDates, withoutResolved } from '../words/dates.js';
import { languageOf } from '../words/language-of.js';
import { namesIn } from '../words/names.js';
import { numbersIn } from '../words/numbers.js';
import type { Span } from '../words/spans.js';
import { deniedInFull, straight } from '../words/verbs.js';

const properName = "\\p{Lu}[\\p{L}\\p{M}'’-]{0,40}(?: \\p{Lu}[\\p{L}\\p{M}'’-]{0,40}){0,2}";

/** "My name is Mara", "I'm called Mara": said by itself, not of a pet and not of an earlier time. */
const givenName = new RegExp(
  `(?:^|[.!?;,] ?|\\b(?:[Hh]i|[Hh]ello|[Hh]ey|and|but) )(?:[Mm]y (?:full |real |first )?name(?:['’]s| is)|[Ii](?:['’]m| am) (?:called|named)|[Ii] go by) (?:now |actually )?["“]?(${properName})(?=$|[\\s.,;!?"”)])`,
  'gu',
);

/** Names that the writer of a text gives himself or herself, in lower case. */
export const namesOfSelf = (content: string): string[] => [
  ...new Set([...content.matchAll(givenName)].map((found) => withoutEnd(found[1] ?? '', /['’-]/).toLowerCase())),
];

/** A question or statement quoted at the head belongs to the text after it. */
const quotedAtHead = /^(?:[^":\n]{1,130}, )?(?:asked|after) "[^\n]{1,1000}?": /iu;

export function statementsIn(content: string): Span[] {
  const start = quotedAtHead.exec(content)?.[0].length ?? 0;
  const spans: Span[] = [];
  for (const sentence of sentencesIn(content, { start, end: content.length })) {
    const last = spans.at(-1);
    // A sentence that leans on the one before it could not be compared without it.
    if (last && leans(content.slice(sentence.start, sentence.end))) last.end = sentence.end;
    else spans.push(last ? { ...sentence } : { ...sentence, start: 0 });
  }
  return spans.length > 1 && spans.length <= MOST_STATEMENTS ? spans : [];
}

/** A sign that changes what stands beside it: "-5" is not "5", "C++" is not "C", "€30" is not "$30". */
interface Sign {
  at: number;
  end: number;
  /** One spelling of it: "≤" for "<=", "-" for every minus. */
  mark: string;
}

/** A dash between numbers is no minus: "3-5", "2026-04-11". */
const minus = String.raw`(?<=^|[\s(=<>:≤≥≠≈~"'\p{Sc}])[-−–](?=\p{Sc}?[\d\u00bc-\u00be\u2150-\u215e])`;
/** "UTC+5", "a + b", "C++", "A+", "C#", and "A-" of grades and blood types. */
const sign = String.raw`(?<=\p{L})\+(?=\d)|(?<=\s)\+(?=\s)|(?<=[\p{L}\p{N}])(?:\+{1,2}|#)(?![\p{L}\p{N}+#])|(?<=(?<![\p{L}\p{N}-])\p{Lu}{1,2})[-−](?![\p{L}\p{N}-])`;
/** Signs of tags, arrows and quoted mail are left out. */
const comparison = String.raw`[<>]=|!=|[≤≥≠≈]|~(?=\s?\p{Sc}?\d)|[<>](?=\s?[-−–]?\p{Sc}?[.\d])|(?<=\S\s)[<>](?=\s)`;

const signs = new RegExp(String.raw`${minus}|${sign}|${comparison}|\p{Sc}|(?<=\p{N}\s?)%`, 'gu');

const spellings: Record<string, string> = { '<=': '≤', '>=': '≥', '!=': '≠', '~': '≈', '−': '-', '–': '-' };

export const marksIn = (text: string): Sign[] =>
  [...text.matchAll(signs)].map(({ 0: found, index }) => ({
    at: index,
    end: index + found.length,
    mark: spellings[found] ?? found,
  }));

const silent: ReadonlySet<string> = new Set(
  `a an the am is are be been being do does doing has have having now currently already still also just too so then very really
  quite actually indeed definitely absolutely totally truly that there`.split(/\s+/),
);

/** Marks the end of a sentence that another one follows. */
const STOP = '.';

/** Follows a word in -ed: "the tests fail" and "the tests failed" are two facts. */
const PAST = 'PAST';

const rewritings: [RegExp, string][] = [
  [/'ll\b/gi, ' will'],
  [/'d\b/gi, ' would'],
  // "May" with a capital is the month.
  [/\bmay\b/g, 'might'],
  [/\b(it|he|she|that|there|what|who|here|let)'s\b/gi, '$1'],
  // A possessive says as much as "of".
  [/(?<=\p{L})'s(?= )/gu, ' of'],
  [/\bwere\b/gi, 'was'],
];

/** Any sign that may end a clause. It only keeps words from being matched across it. */
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

/** Stems of content words in order (who reports to whom), with the small words and signs that change a meaning. */
export function wordingOf(text: string): string[] {
  const written = rewritings.reduce(
    (rest, [pattern, word]) => rest.replace(pattern, word),
    deniedInFull(straight(text)),
  );
  const sentences = written.trim().split(sentenceEnd).map(wordsOfSentence);
  return sentences.filter(({ length }) => length > 0).flatMap((each, place) => (place === 0 ? each : [STOP, ...each]));
}

const marksOf = (content: string): Mark[] => [
  ...(instructs(content) ? (['instructs'] as const) : []),
  ...(secretsIn(content).length > 0 ? (['secret'] as const) : []),
];

const stated = (content: string): StatedReading => {
  const said = withoutResolved(content);
  return { stems: [...stemsOf(said)], words: wordingOf(said) };
};

const statementsOf = (content: string): StatementReading[] =>
  statementsIn(content).map(({ start, end }) => ({ ...stated(content.slice(start, end)), start, end }));

function particularsOf(content: string): Pick<TextReading, 'numbers' | 'dates' | 'names'> {
  const dates = datesIn(content);
  const undated = withoutDates(content, dates);
  return { numbers: numbersIn(undated), dates: dates.map(({ value }) => value), names: namesIn(undated) };
}

/** Marks are searched for in a text of any length. */
export function readText({ content, speaker }: TextToRead): TextReading {
  const marks = marksOf(content);
  const language = languageOf(content);
  if (content.length > LONGEST_READ) return { ...nothingRead, language, marks };
  const selfNames = speaker === null ? namesOfSelf(content) : [];
  return {
    ...stated(content),
    ...particularsOf(content),
    selfNames,
    statements: statementsOf(content),
    language,
    marks,
  };
}

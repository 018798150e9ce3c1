import type { ViewedPair } from './pair-features.js';
import { type SentenceView, type Token, viewOf } from './sentence-view.js';
import { firstVerb } from './subject-told.js';

const end = '(?=[.!]?$|, (?!but\\b))';
const place = "(?:to|in) (?<place>\\p{Lu}[\\p{L}'-]{1,40}(?: \\p{Lu}[\\p{L}'-]{1,40}){0,3})";
const journey = `(?<what>(?:[Mm]y|[Oo]ur) (?:[\\p{L}\\d]{1,20} ){0,3}(?:trip|journey|flight|holiday|vacation|tour|weekend|visit) ${place}(?: [^,;.!]{1,40}?)?)`;

/** "I've cancelled my June trip to Trieste", "Our trip to Trieste is off". */
const journeys = [
  new RegExp(
    `^(?:I|We)(?:'ve| have)? (?:had to |just )?(?:cancel|cancelled|canceled|called off|call off) ${journey}(?: altogether)?${end}`,
    'u',
  ),
  new RegExp(`^${journey} (?:is|was|has been|had to be) (?:off|cancelled|canceled|called off)${end}`, 'u'),
];
/** Who tells of a journey that is yet to come. */
const going =
  /^(?:(?:i'm|i am|we're|we are) (?:going|flying|travelling|traveling|driving|off|sailing|cycling)|(?:i|we)(?:'ve| have)? booked|(?:my|our) (?:[\p{L}\d]{1,20} ){0,3}(?:trip|journey|flight|holiday|vacation|tour|weekend|visit)) /iu;

const past = /\b(?:was|were|had)\b/i;

const event =
  /^(?<what>[^,;.!]{1,80}?) (?:(?:is|are|was|were|has been|have been|had to be) (?:cancelled|canceled|called off|scrapped)|will not take place|won't take place)(?=[.!]?$|, (?!but\b))/iu;
/** Of one time only that one is called off. */
const often =
  /\b(?:every|each|always|usually|often|weekly|daily|monthly|yearly|(?:mon|tues|wednes|thurs|fri|satur|sun|week)days)\b/iu;

const isWeighty = ({ kind }: Token): boolean => kind === 'content' || kind === 'name' || kind === 'quantity';
const keysOf = (tokens: readonly Token[]): Set<string> => new Set(tokens.filter(isWeighty).map(({ same }) => same));

const LEAST_SAID = 2;

const goesOn = /^(?:\p{L}| \p{Lu})/u;

/** Of "New York" when the place is "New York", and not of "New York Mills". */
const goesTo = (text: string, where: string): boolean =>
  ['to', 'in'].some((preposition) => {
    const [before, after] = text.split(` ${preposition} ${where}`, 2);
    return before !== undefined && after !== undefined && !goesOn.test(after);
  });

/** A journey to the same place, which the same person announces; where a time is named, it has to be the same. */
function isJourney(older: SentenceView, newer: SentenceView): boolean {
  const found = journeys.map((form) => form.exec(newer.text)?.groups).find((groups) => groups !== undefined);
  if (!found?.what || !found.place || !going.test(older.text) || past.test(older.text)) return false;
  return (
    goesTo(older.text, found.place) &&
    viewOf(found.what).tokens.every(({ kind, same }) => kind !== 'quantity' || older.all.has(same))
  );
}

/** What the older one announces, in the same words. */
function isEvent(older: SentenceView, newer: SentenceView): boolean {
  const what = event.exec(newer.text)?.groups?.what;
  const verb = firstVerb(older.tokens);
  if (what === undefined || verb < 0 || often.test(older.text)) return false;
  // With a small word before it, its first word is no beginning of a sentence.
  const [said, subject] = [keysOf(viewOf(`of ${what}`).tokens), keysOf(older.tokens.slice(0, verb))];
  return said.size >= LEAST_SAID && said.size === subject.size && [...said].every((key) => subject.has(key));
}

/** Whether the newer one says that what the older one announces does not take place. */
export const isCalledOff = ({ older, newer }: ViewedPair): boolean => isJourney(older, newer) || isEvent(older, newer);

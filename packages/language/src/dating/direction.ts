import { isEitherTense, isPast, isPlainVerb, wordsOf } from '../words/verbs.js';

export type Direction = 'past' | 'coming' | null;

const willBe =
  /(?<![\p{L}\p{N}])(?:will|shall|gonna|going to|(?:am|is|are|i'm|\p{L}+'re|\p{L}+'s) (?:\p{L}+ )?\p{L}{2,}ing)(?![\p{L}\p{N}])|\p{L}'ll(?!\p{L})/iu;
const being = /^(?:am|is|are|be|gets?|i'm|.+'(?:s|re))$/;
const pastAuxiliary = /^(?:was|were|had|did|went|(?:was|were|had|did)n't)$/;
/** What is told as present of a day that lies ahead; "I work on Friday" may be said of every one. */
const scheduled =
  /^(?:am|is|are|isn't|aren't|i'm|have|has|need|needs|must|can|fl(?:y|ies)|leaves?|arrives?|starts?|begins?|ends?|finish(?:es)?|returns?|lands?|departs?|meets?|sees?|visits?|moves?|opens?|launch(?:es)?|gets?|goes|go|comes?|expires?|marry|marries|graduates?|retires?)$/;
/** What is so on every Monday, or on the first of every month, is told of one all the same: "The bins are collected on Monday". */
const standing =
  /\b(?:rent|bins?|rubbish|trash|garbage|recycling|salary|wages|paid|pay|payday|yoga|class|classes|lessons?|practice|training|rehearsals?|closed|open|opens|closes|shift|market|church|collected)\b/i;
/** In what was done another day may be planned: "I booked a table on Friday". */
const planning =
  /\b(?:plan|book|schedul|agree|promis|said|told|ask|decid|want|hop(?:e|ing)|intend|reserv|ticket|invit|mov(?:e|ed|ing) (?:to|from)|postpon|arrang|appointment|expect|organi[sz]|sign|announc|confirm|offer|suppos|need|ha(?:d|ve) to|try|tri|order|remind|was to|were to|until|till|by|thought|think|talk|discuss|about|prepar|ready|forward|excit|nervous|for (?:the|my|our|an?|his|her|their)\b)/i;

const isPastAt = (words: readonly string[], place: number): boolean => {
  const word = words[place] ?? '';
  if (pastAuxiliary.test(word)) return true;
  // "is scheduled", "gets signed" is said of what is, or is to be.
  const passive = [1, 2].some((back) => being.test(words[place - back] ?? ''));
  return isPast(word) && !isEitherTense(word) && !passive;
};

/** Whether a sentence tells what was or what is to come; null where both or neither may be. */
export function directionOf(sentence: string): Direction {
  const words = wordsOf(sentence);
  const past = words.some((_word, place) => isPastAt(words, place));
  if (willBe.test(sentence.replaceAll('’', "'"))) return past ? null : 'coming';
  if (past) return planning.test(sentence) || words.some(isPlainVerb) ? null : 'past';
  return words.some((word) => scheduled.test(word)) && !standing.test(sentence) ? 'coming' : null;
}

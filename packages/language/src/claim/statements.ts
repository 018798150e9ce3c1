import { firstVerb, newSubject, sharedVerb } from '../read/clauses.js';
import { isDoubtfulSentence } from '../read/guards.js';
import { sentencesOf } from '../segment/layout/sentences.js';
import { hasVerb } from '../words/verbs.js';

/** Beyond this a text is a document, and only its beginning is read. */
const LONGEST_READ = 10_000;

/** "Mara lives in Porto and works at the museum" → "Mara lives in Porto", "Mara works at the museum". */
const withSubject = (clause: string): string[] => {
  const [first = '', ...rest] = clause.split(sharedVerb);
  const subject = firstVerb.exec(first)?.[1];
  if (subject === undefined || rest.length === 0) return [clause];
  return [first, ...rest.map((part) => `${subject} ${part}`)];
};

/** "At 11 p.m. UTC" ends no sentence. */
const halves = /\b([ap])\.m\.(?= )/gi;

/** "Ask and Embla are seven": what has no verb is half of a subject. */
const joined = (parts: readonly string[]): string[] => {
  const all: string[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last !== undefined && !hasVerb(last)) all[all.length - 1] = `${last} and ${part}`;
    else all.push(part);
  }
  return all;
};

/** A condition or a quotation is one whole. */
const clausesOf = (sentence: string): string[] =>
  isDoubtfulSentence(sentence) ? [sentence] : joined(sentence.split(newSubject)).flatMap(withSubject);

/** The statements of a text: its sentences, and in them the coordinated clauses, each with a subject. */
export const statementsOf = (text: string): string[] => {
  return sentencesOf(text.slice(0, LONGEST_READ).replace(halves, '$1m'))
    .flatMap(clausesOf)
    .map((statement) => statement.trim())
    .filter((statement) => /[\p{L}\p{N}]/u.test(statement));
};

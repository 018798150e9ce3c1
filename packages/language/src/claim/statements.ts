import { sentencesOf } from '../segment/layout/sentences.js';
import { firstVerb, hasVerb, newSubject, sharedVerb } from '../words/verbs.js';

/** A sentence that is no statement of what is so: a condition, a story, a quotation. */
const sentenceDoubts =
  /\?\s*$|\b(?:if|unless|whether|as if|as though|imagine|pretend|suppose|supposing|in (?:my|a|the|his|her) (?:dream|story|novel|film|movie|game|book)|(?:story|novel|film|movie|character|joke|hypothetical\w*) (?:about|is|was|where|in which)|let us say|let's say|for example|for instance|e\.g\.)\b/i;
const LONGEST_QUOTATION = 1200;

/** Three words or more between two quotation marks. */
const quotes = (sentence: string): boolean =>
  sentence
    .split('"')
    .slice(1, -1)
    .some((part) => part.length <= LONGEST_QUOTATION && (part.match(/\s/g)?.length ?? 0) >= 2);

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
  sentenceDoubts.test(sentence) || quotes(sentence)
    ? [sentence]
    : joined(sentence.split(newSubject)).flatMap(withSubject);

/** The statements of a text: its sentences, and in them the coordinated clauses, each with a subject. */
export const statementsOf = (text: string): string[] => {
  return sentencesOf(text.slice(0, LONGEST_READ).replace(halves, '$1m'))
    .flatMap(clausesOf)
    .map((statement) => statement.trim())
    .filter((statement) => /[\p{L}\p{N}]/u.test(statement));
};

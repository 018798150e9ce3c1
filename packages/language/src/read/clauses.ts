import { withoutEnd } from '@hippocamp/shared/text/ends';
import { sentencesOf } from '../segment/layout/sentences.js';
import type { Clause } from './clause.js';
import { isDoubtfulClause, isDoubtfulSentence } from './guards.js';
import { subjectOf } from './subject.js';

const verbs =
  '(?:am|is|are|was|were|has|have|do|does|did|will|cannot|can|must|may|shall|lives?|reside[sd]?|moves?|moved|moving|relocated|works?|started|starts?|joined|quit|left|resigned|stopped|goes|go|like[sd]?|loves?|loved|enjoys?|adores?|hates?|hated|dislikes?|detests?|prefers?|owns?|drives?|speaks?|uses?|plays?|costs?|opens?|closes?|begins?|ends?|takes?|turned|turns|got|gets|says?|said|told|claims?|mentioned|no longer|never|not)';
const adverb =
  '(?:now|currently|also|really|still|just|always|actually|recently|already|truly|absolutely|totally|definitely|personally|finally|both|very much|officially|generally)';
export const firstVerb = new RegExp(`^(.{1,80}?) (?:${adverb} ){0,3}(${verbs}\\b.*)$`, 's');
const adverbs = new RegExp(`^(?:${adverb} )+`);
export const sharedVerb =
  /,? (?:and|but) (?=(?:(?:now|also|currently|still|really) )?(?:am|is|has|have|lives?|works?|likes?|loves?|enjoys?|hates?|prefers?|owns?|drives?|speaks?|do not|does not|no longer|moved|was born|got)\b)/;
export const newSubject =
  /(?:,|;|,? (?:and|but|so|while|whereas|though)) (?=(?:I|[Mm]y|he|she|it|we|they|you|the|our|\p{Lu}\p{L}+(?:'s \p{L}+)?) (?:\p{L}+ )?(?:am|is|are|was|has|have|do|does|will|cannot|lives?|works?|moved|likes?|loves?|hates?|prefers?|owns?|drives?|costs?|opens?|closes?|starts?|says?|said|no longer)\b)/u;

/** Where a clause is denied as a whole, and with which verb; how often a text denies anything is for `denialsIn`. */
const negations = /^(?:(?:do|does|am|is|are|has|have|will) not|no longer|not|do no longer|does no longer|never)\b ?/;
const ended = /,? (?:any ?more|any longer|no more)\b/;
const lead =
  /^(?:(?:yes|no|well|oh|ok|okay|so|and|but|also|actually|honestly|by the way|btw|update|fyi|correction|note|in fact|(?:as of|since) (?:today|now|yesterday|(?:this|last) (?:week|month|year|spring|summer|autumn|winter|morning))(?: \((?:week of )?\d{4}-\d{2}(?:-\d{2})?\))?|these days|nowadays|now|currently|today|fun fact|unfortunately|luckily|sadly|anyway|remember|please note|because|since|although|though)(?: that)?[,:]? )+/i;
/** "I have moved again: I live in Braga" tells by its second half where one lives. */
const movedFirst = /^I(?: have|'ve)? (?:just )?moved(?: (?:again|house|home|flat))?[:,] /;
const reported =
  /^(?:says?|said|told (?:me|us|you|everyone|\p{Lu}\p{L}+)|mentioned)(?: that)?[,:]? (he|she|they|I) (.+)$/u;
const reports = /^(?:says?|said|told|claims?|mentioned)\b/;

const MOST_CLAUSES = 12;

/** A line or a semicolon ends a sentence too. */
const partsOf = (text: string): string[] => text.split(/\s?[\n;]\s?/).flatMap(sentencesOf);

/** "does not live in Oslo any more" → denied, "live in Oslo". */
const withoutNegation = (said: string): { said: string; negated: boolean } => {
  const isEnded = ended.test(said);
  const rest = said.replace(ended, '');
  const head = /^(am|is|are|has|have) (?:not|no longer)\b ?/.exec(rest);
  if (head) return { said: `${head[1]} ${rest.slice(head[0].length)}`, negated: true };
  const found = negations.exec(rest);
  return found
    ? { said: rest.slice(found[0].length), negated: true }
    : { said: rest, negated: isEnded && / no\b/.test(rest) };
};

const readClause = (text: string, me: string): Clause[] => {
  const found = firstVerb.exec(text.replace(movedFirst, '').replace(lead, '').trim());
  const subject = found?.[1] ? subjectOf(found[1], me) : null;
  const said = found?.[2];
  if (!subject || said === undefined) return [];
  if (reports.test(said)) return readReport(subject.key, said, found?.[1] === 'I');
  // What used to be, may be or is only wished says nothing of now.
  if (isDoubtfulClause(said)) return [];
  return said.split(sharedVerb).map((part) => ({ subject, ...withoutNegation(part.replace(adverbs, '')) }));
};

/** "Tom says he lives in Rome" is about Tom; what he says about others is hearsay. */
const readReport = (speaker: string, said: string, isSelf: boolean): Clause[] => {
  const found = reported.exec(said);
  if (!found?.[1] || !found[2]) return [];
  if ((found[1] === 'I') !== isSelf) return [];
  const subject = { key: speaker, kind: 'person' as const, owner: null, noun: null, several: false };
  if (isDoubtfulClause(found[2])) return [];
  return [{ subject, ...withoutNegation(found[2]) }];
};

/** The clauses of a plain text whose subject is known. */
export function clausesOf(text: string, me: string): Clause[] {
  return partsOf(text)
    .filter((sentence) => !isDoubtfulSentence(sentence))
    .flatMap((sentence) => sentence.split(newSubject))
    .slice(0, MOST_CLAUSES)
    .flatMap((part) => readClause(withoutEnd(part, /[.!\s]/), me));
}

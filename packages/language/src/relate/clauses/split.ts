import { isDoubtfulSentence } from '../../read/guards.js';
import { sentencesOf } from '../../segment/layout/sentences.js';
import { plain } from '../../words/plain.js';
import { isBaseForm, isVerbForm, pronouns } from './word-classes.js';

/** Beyond this a text is a document, and only its beginning is read. */
const LONGEST_READ = 10_000;
const MOST_CLAUSES = 200;
/** Of what follows a joint, in UTF-16 units. */
const LONGEST_LOOK = 200;
/** A sentence that is longer is not cut. */
const LONGEST_CUT = 1000;

/** Where one clause may end and another begin; what joins them is left out. */
const joints =
  / ?(?:;|,? (?:and|but|so|while|whereas|though|although|because)\b|, (?:which|who|where)\b|,| – | — ) ?/gi;

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');
const bare = (word: string): string =>
  word
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/[^\p{L}\p{N}]{1,4}$/u, '');

const adverbs = /^(?:now|also|currently|still|really|always|never|just|already|usually|then|therefore|only|not|no)$/;
const opening = /^(?:the|a|an|my|our|your|his|her|their|its|this|that|these|those)$/;
const MOST_SUBJECT = 6;

const withoutAdverbs = (words: readonly string[]): string[] => {
  const first = words.findIndex((word) => !adverbs.test(bare(word)));
  return words.slice(Math.max(0, first));
};

const isVerb = (word: string): boolean => isVerbForm(bare(word));

/** A noun in the plural is no verb after "and": "boats and sails". */
const startsWithVerb = (words: readonly string[], before: readonly string[]): boolean => {
  const [first = '', second = ''] = withoutAdverbs(words).map(bare);
  if (!isVerbForm(first) || (/^(?:to|of|are|is)$/.test(second) && !/^(?:is|are|was|were|has|have)$/.test(first)))
    return false;
  if (/^(?:am|is|are|was|were|has|have|had|do|does|did|will|can|cannot)$/.test(first)) return true;
  const verb = before.map(bare).find((word, place) => place > 0 && isVerbForm(word)) ?? '';
  return /s$/.test(first) ? /s$/.test(verb) || verb === 'has' : !/s$/.test(verb) || /ed$/.test(first);
};

const startsWithSubject = (words: readonly string[]): boolean => {
  const [first = '', second = ''] = withoutAdverbs(words);
  const low = bare(first);
  const rest = words.slice(1, MOST_SUBJECT).map(bare);
  if (pronouns[low] !== undefined && low !== 'it' && low !== 'you')
    return isBaseForm(bare(second)) || rest.some((word) => isVerbForm(word));
  if (low === 'it' || low === 'you') return isVerb(second);
  if (low === 'there') return isVerb(second);
  if (opening.test(low)) return rest.slice(1).some((word) => isVerbForm(word));
  return (
    /^\p{Lu}/u.test(first) &&
    rest
      .slice(0, 2)
      .some((word) => /^(?:is|are|was|were|has|have|does|will)$/.test(word) || (isVerbForm(word) && word.length > 3))
  );
};

const hasVerb = (words: readonly string[]): boolean => words.some((word, place) => place > 0 && isVerb(word));

/** The words before the first verb. */
const subjectIn = (words: readonly string[]): string => {
  const at = words.findIndex((word, place) => place > 0 && isVerb(word) && !opening.test(bare(words[place - 1] ?? '')));
  return at > 0 ? words.slice(0, at).join(' ') : '';
};

const participle =
  /^(?:\p{L}{2,20}(?:ed|en|t|d|n) by|open|closed|shut|free|located|based|owned|made|built|due|available|married|retired)\b/iu;

interface Part {
  text: string;
  subject: string;
}

/** What joins two clauses, and what stands on both sides of it. */
interface Joint {
  before: readonly string[];
  rest: string;
  joint: string;
  /** Of the clause before. */
  subject: string;
}

const label = /^([^:]{2,60}): /;
const aside = /^(?:[\p{L}\p{N}-]{1,20} ){1,3}of (?:them|which|whom|these)\b|^(?:including|mostly|mainly)\b/iu;
const relative = /\b(?:which|who|where)\b/i;

/** What the clause after a joint begins with; null where it is none, and the joint joins words. */
const nextOf = ({ before, rest, joint, subject }: Joint): Part | null => {
  if (relative.test(joint)) return null;
  const words = wordsOf(rest.slice(0, LONGEST_LOOK)).slice(0, 2 * MOST_SUBJECT);
  if (startsWithSubject(words)) return { text: '', subject: subjectIn(words) || subject };
  if (subject !== '' && participle.test(rest)) return { text: `${subject} is `, subject };
  if (subject !== '' && startsWithVerb(words, before)) return { text: `${subject} `, subject };
  // "42 rooms, twelve of them with a view"
  if (aside.test(rest)) return { text: '', subject };
  return /\b(?:so|because)\b/i.test(joint) ? { text: '', subject } : null;
};

/** "Kornblum: open on Tuesdays, shut on Sundays" has no verb and says two things. */
const isClause = (before: string, isBegun: boolean, rest: string): boolean =>
  hasVerb([...(isBegun ? ['x'] : []), ...wordsOf(before)]) || (label.test(before) && participle.test(rest));

const parts = (sentence: string): Part[] => {
  const found: Part[] = [];
  let from = 0;
  let current: Part = { text: '', subject: '' };
  const close = (end: number) => {
    const text = sentence.slice(from, end).trim();
    if (text !== '') found.push({ ...current, text: current.text + text });
  };
  for (const { 0: joint, index } of sentence.matchAll(joints)) {
    const before = sentence.slice(from, index).trim();
    const end = index + joint.length;
    const rest = sentence.slice(end, end + LONGEST_LOOK);
    if (!isClause(before, current.text !== '', rest)) continue;
    const words = wordsOf(before);
    const subject =
      current.text === '' ? label.exec(before)?.[1] || subjectIn(words) || current.subject : current.subject;
    const next = nextOf({ before: words, rest, joint, subject });
    if (!next) continue;
    close(index);
    [from, current] = [end, next];
  }
  close(sentence.length);
  return found;
};

/** Whom "he" means where only one is spoken of before. */
const antecedent = /^(?:he|she|it|they)\b/i;
const alone = /^(?:(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Tt]he) [\p{L} -]{2,40}|\p{Lu}[\p{L}-]{1,30})$/u;

const resolved = (all: readonly Part[]): string[] => {
  let last = '';
  return all.map(({ text }) => {
    const own = subjectIn(wordsOf(text)).trim();
    if (antecedent.test(text) && last !== '') return text.replace(antecedent, last);
    if (own !== '' && !antecedent.test(own)) last = alone.test(own) && !hasOthers(text.slice(own.length)) ? own : '';
    return text;
  });
};

/** Another name may be meant. */
const hasOthers = (rest: string): boolean => /\b(?:he|she|him|her|with|met|told|asked|married)\b/iu.test(rest);

/** The clauses of a text that is known, each with a subject of its own where it has one. */
export function clauseTexts(text: string): string[] {
  const sentences = text.slice(0, LONGEST_READ).split('\n').flatMap(sentencesOf).map(plain);
  const all = sentences.flatMap((sentence) =>
    isDoubtfulSentence(sentence) || sentence.length > LONGEST_CUT ? [{ text: sentence, subject: '' }] : parts(sentence),
  );
  return resolved(all.slice(0, MOST_CLAUSES)).filter((each) => /[\p{L}\p{N}]/u.test(each));
}

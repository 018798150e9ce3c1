import { subjectOf } from '../../read/subject.js';
import { namesIn } from '../../words/names.js';
import { isFiniteVerb } from '../../words/verbs.js';

const pronoun = /^(he|she|his|her)(?=(?:['’](?:s|d|ll))? )/i;
/** "Her" is whose, and not whom, where a thing follows. */
const possessive = /^(?:his|her)$/i;
/** Names after these are places, not people. */
const placing = /^(?:in|at|from|near|on|via|through)$/i;
/** So they are after "to" where somebody goes there. */
const going = /^(?:mov|fl|go|went|travel|driv|drove|relocat|commut)\p{L}*$/iu;
const MOST_WORDS = 6;

/** The words before the verb, where they are a person's name or somebody's relation. */
function subjectIn(sentence: string): string | null {
  const words = sentence.split(' ');
  const verb = words.slice(0, MOST_WORDS + 1).findIndex((word, place) => place > 0 && isFiniteVerb(word.toLowerCase()));
  const phrase = words.slice(0, verb).join(' ');
  const subject = verb > 0 ? subjectOf(phrase, 'self') : null;
  if (subject === null || subject.kind === 'thing' || phrase === 'I') return null;
  return subject.several && !/\p{Lu}/u.test(phrase.slice(1)) && !/^[Mm]y /.test(phrase) ? null : phrase;
}

/** Whether what follows is where something is, or where somebody goes. */
function isPlaced(before: string): boolean {
  const [last = '', ...others] = before
    .split(' ')
    .filter((word) => !/^(?:the|back)?$/i.test(word))
    .reverse();
  return placing.test(last) || (/^to$/i.test(last) && going.test(others[0] ?? ''));
}

/** Whether somebody else is named whom the pronoun could mean as well. */
const namesOthers = (sentence: string, subject: string): boolean => {
  const rest = sentence.slice(subject.length);
  const low = rest.toLowerCase();
  return namesIn(`x${rest}`).some((name) => {
    const at = low.indexOf(name);
    return at >= 0 && !isPlaced(rest.slice(0, at));
  });
};

/**
 * A sentence with whom it is about in place of the pronoun that it begins with, where the one before leaves no doubt: it begins
 * with a person and names no other. Null where it begins with none, or there is doubt.
 */
export function withAntecedent(before: string, words: string): string | null {
  const found = pronoun.exec(words);
  const subject = found ? subjectIn(before) : null;
  if (!found || subject === null || namesOthers(before, subject)) return null;
  const rest = words.slice(found[0].length);
  return possessive.test(found[0]) ? `${subject}'s${rest}` : `${subject}${rest}`;
}

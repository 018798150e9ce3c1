import { ownOf } from '@hippocamp/shared/own';
import { withoutEnd } from '@hippocamp/shared/text/cleaned';
import {
  adverbs,
  isBaseVerb,
  isEitherTense,
  isModal,
  isParticiple,
  isPast,
  spelled,
  thirdPerson,
} from '../../words/verbs.js';

const changed: Record<string, string> = {
  am: 'is',
  have: 'has',
  "haven't": "hasn't",
  do: 'does',
  "don't": "doesn't",
};
const unchanged = new Set([
  "didn't",
  "can't",
  "won't",
  "wouldn't",
  "couldn't",
  "shouldn't",
  "hadn't",
  "wasn't",
  "mustn't",
]);

const habitual = /\b(?:always|usually|often|every|each|never|sometimes|normally)\b/i;

const isAdverb = (word: string): boolean => adverbs.has(word) || (word.length > 4 && word.endsWith('ly'));

function agreeing(verb: string, sentence: string): string | null {
  const known = ownOf(changed, verb);
  if (known) return known;
  if (unchanged.has(verb) || isModal(verb) || verb === 'was') return verb;
  if (isEitherTense(verb)) return eitherTense(verb, sentence);
  if (isPast(verb)) return verb === 'were' ? null : verb;
  return isBaseVerb(verb) ? thirdPerson(verb) : null;
}

const eitherTense = (verb: string, sentence: string): string | null => {
  if (verb === 'bet' || verb === 'read') return null;
  return habitual.test(sentence) ? thirdPerson(verb) : verb;
};

const wouldOrHad = (next: string): 'would' | 'had' =>
  next === 'better' || (isParticiple(next) && !isBaseVerb(next)) ? 'had' : 'would';

export const firstPerson = /\b(?:i|me|my|mine|myself|im|ive)\b/i;
const everyFirstPerson = /(?<![\p{L}\p{N}'])(?:i|me|my|mine|myself)(?![\p{L}\p{N}])/giu;

/** A name in place of "I" beside one of these would leave half a conversation in the sentence. */
const addressed =
  /\b(?:you|your|yours|yourself|u|ur|we|us|our|ours|ourselves|let's|we're|we've|we'll|you're|you've|you'll)\b/i;
/** A verb after these would have to change as well. */
const joined = /[;"“”«»„]|[.!?…]\s|\b(?:and|or|but|then|nor)\b/i;

const head = /^(my|i)(?:'(m|ve|d|ll))?(?=\s)/i;

/** The words after "I", with the verb as it follows a name. Null when that is unclear. */
function agreed(rest: string, sentence: string): string | null {
  const words = rest.trimStart().split(/\s+/);
  const place = words.findIndex((word) => !isAdverb(word.toLowerCase()));
  const verb = withoutEnd((words[place] ?? '').toLowerCase(), /[^\p{L}']/u);
  const form = verb === '' ? null : agreeing(verb, sentence);
  if (place < 0 || form === null) return null;
  return ` ${[...words.slice(0, place), `${form}${(words[place] ?? '').slice(verb.length)}`, ...words.slice(place + 1)].join(' ')}`;
}

const firstVerb = (rest: string): string =>
  rest
    .trimStart()
    .toLowerCase()
    .split(/[^\p{L}']+/u)
    .find((word) => !isAdverb(word)) ?? '';

const contracted: Record<string, string> = { m: ' is', ve: ' has', ll: ' will' };

/** Puts the speaker's name for "I" or "My" at the start. Null where more would have to change. */
export function speakAs(name: string, sentence: string): string | null {
  const words = spelled(sentence);
  const found = head.exec(words);
  const isPlain = (words.match(everyFirstPerson)?.length ?? 0) === 1 && !addressed.test(words) && !joined.test(words);
  if (!found || !isPlain) return null;
  const [opening, pronoun = '', clitic] = found;
  const rest = words.slice(opening.length);
  if (pronoun.toLowerCase() === 'my') return `${name}'s${rest}`;
  if (clitic === 'd') return `${name} ${wouldOrHad(firstVerb(rest))}${rest}`;
  if (clitic !== undefined) return `${name}${contracted[clitic.toLowerCase()]}${rest}`;
  const told = agreed(rest, words);
  return told === null ? null : `${name}${told}`;
}

const named = /\p{Lu}[\p{L}\p{M}\p{N}'’-]*(?: \p{Lu}[\p{L}\p{M}\p{N}'’-]*){0,3}/gu;
const possessive = /['’]s?$/u;

/** Puts "I" or "my" for a name at the end of some words with capitals. */
function asSelf(run: string, names: ReadonlySet<string>): string {
  const whose = possessive.exec(run)?.[0] ?? '';
  const words = run.slice(0, run.length - whose.length).split(' ');
  const first = words.findIndex((_, place) => names.has(words.slice(place).join(' ').toLowerCase()));
  if (first < 0) return run;
  return [...words.slice(0, first), whose === '' ? 'I' : 'my'].join(' ');
}

/** A question as the one who has these names, in lower case, would ask it. */
export const askedOfSelf = (question: string, names: ReadonlySet<string>): string =>
  question.replace(named, (run) => asSelf(run, names));

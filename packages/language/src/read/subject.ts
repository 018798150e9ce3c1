import { stopWords } from '@hippocamp/shared/text/stop-words';
import type { Subject } from './clause.js';
import { canonicalNoun, singular } from './value.js';

const several =
  /^(?:friend|best friend|colleague|cousin|sister|brother|uncle|aunt|kid|child|children|son|daughter|neighbou?r|dog|cat|pet|niece|nephew|grandmother|grandma|granny|grandfather|grandpa|grandparent|student|client|classmate|roommate|flatmate|coworker|teammate|teacher|doctor|parent|sibling|in-law|puppy|kitten|horse|bird|fish|rabbit|hamster|parrot|ex|patient|customer|employee|tenant|guest|book|meeting|appointment|flight|train|exam|class|lesson|trip|order|package|bill|invoice)$/;
const kinNames: Record<string, string> = {
  mum: 'mother',
  mom: 'mother',
  mommy: 'mother',
  mummy: 'mother',
  dad: 'father',
  daddy: 'father',
  hubby: 'husband',
  grandma: 'grandmother',
  grandpa: 'grandfather',
};
const nobody =
  /^(?:it|he|she|they|we|you|this|that|these|those|one|both|all|each|everyone|everybody|someone|somebody|anyone|anybody|nobody|nothing|people|many|some|most|who|what|which|there|here|others?|another|any|no|not|neither|none|please|today|tomorrow|yesterday|now|then|maybe|if|when|because|also|so|but|and|as|since|after|before|while)\b/i;
const name = /^\p{Lu}[\p{L}\p{M}'.-]{0,40}(?: (?:(?:van|von|de|der|la|al|bin) )?\p{Lu}[\p{L}\p{M}'.-]{0,40}){0,2}$/u;
const plainWords = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}' &/-]{0,60}$/u;
const MOST_WORDS = 6;

const person = (key: string): Subject => ({ key, kind: 'person', owner: null, noun: null, several: false });

const nounOf = (phrase: string): string => {
  const noun = phrase
    .toLowerCase()
    .replace(/^(?:new|current|own|older|younger|little|big|beloved|dear) (?=\p{L})/u, '');
  return kinNames[noun] ?? noun;
};

/** "my sister", "Mara's dog": a thing or being of somebody. "my sister Ann" is Ann. */
const owned = (owner: string, phrase: string): Subject | null => {
  if (!plainWords.test(phrase) || phrase.split(' ').length > MOST_WORDS) return null;
  const called = /^(?:\p{Ll}+ ){1,2}(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)$/u.exec(phrase)?.[1];
  if (called) return person(called.toLowerCase());
  const inner = /^([\p{L} ]+)'s (.+)$/u.exec(phrase);
  if (inner?.[1] && inner[2]) return owned(`${owner} ${nounOf(inner[1])}`, inner[2]);
  // What was once is nobody's now.
  if (/^(?:old|former|previous|ex|late|last|next|first|second|other|future)\b/i.test(phrase)) return null;
  const noun = nounOf(phrase);
  const last = singular(noun.split(' ').at(-1) ?? noun);
  return { key: `${owner} ${noun}`, kind: 'owned', owner, noun, several: several.test(noun) || several.test(last) };
};

const ownedByName = /^(\p{Lu}[\p{L}\p{M}.-]{0,40}(?: \p{Lu}[\p{L}\p{M}.-]{0,40})?)'s? (.+)$/u;

const thing = (phrase: string): Subject | null => {
  const words = phrase.replace(/^(?:the|our|your|this|that) /i, '');
  if (!/^(?:the|our) /i.test(phrase) || !plainWords.test(words) || words.split(' ').length > MOST_WORDS) return null;
  if (/\b(?:and|or|that|who|which)\b/.test(words)) return null;
  const key = canonicalNoun(words);
  return key === '' ? null : { key, kind: 'thing', owner: null, noun: key, several: false };
};

/** Reads the words before the verb; null where it is not known who is meant. `me` is whom "I" means. */
export function subjectOf(phrase: string, me: string): Subject | null {
  if (phrase === 'I') return person(me);
  if (/\band\b|,/.test(phrase)) return null;
  const mine = /^[Mm]y (.+)$/.exec(phrase)?.[1];
  if (mine) return owned(me, mine);
  const possessed = ownedByName.exec(phrase);
  if (possessed?.[1] && possessed[2]) return owned(possessed[1].toLowerCase(), possessed[2]);
  if (/^(?:the|our) /i.test(phrase)) return thing(phrase);
  if (nobody.test(phrase) || !name.test(phrase) || stopWords.has(phrase.toLowerCase())) return null;
  return person(phrase.toLowerCase());
}

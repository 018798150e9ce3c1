import { withoutEnd } from '@hippocamp/shared/text/ends';
import { stopWords } from '@hippocamp/shared/text/stop-words';
import { hasVerb, isFiniteVerb } from './verbs.js';

const run =
  /\p{Lu}[\p{L}\p{M}\p{N}'’.-]*(?: (?:(?:van|von|de|der|den|del|la|al|bin|of) )?\p{Lu}[\p{L}\p{M}\p{N}'’-]*)*/gu;
const notNames =
  /^(?:i|i'm|i've|i'll|i'd|ok|okay|mr|mrs|ms|dr|prof|yes|no|asked|since|although|though|maybe|perhaps|please|today|tomorrow|yesterday|everyone|everybody|nobody|someone|people|gonna|one|two|three|four|five|six|seven|eight|nine|ten)$/i;
const clitic = /['’](?:s|m|d|ll|re|ve)$/;
const closing = /[.'’-]/;

/** Whether what stands here has a capital because a sentence begins. */
export const startsSentence = (text: string, at: number): boolean =>
  /(?:^|[.!?:;"“]\s*)$/.test(text.slice(Math.max(0, at - 8), at));

/** The first word of a sentence has a capital anyway; it is a name when a verb of its own follows, or "'s". */
const isNameAtStart = (word: string, after: string): boolean => {
  if (stopWords.has(word) || isFiniteVerb(word)) return false;
  const [next = ''] = after.trim().split(/[^\p{L}']+/u);
  return /^['’]s\b/.test(after) || (next !== '' && (isFiniteVerb(next) || /^(?:and|or)$/.test(next)) && hasVerb(after));
};

const wordsOf = (found: string): string[] =>
  found
    .split(' ')
    .map((word) => (clitic.test(word) ? word.replace(clitic, '') : withoutEnd(word, closing)))
    .filter((word) => word !== '');

/** The words of a run of capitals that are a name, without a word that only begins the sentence. */
const nameIn = (text: string, found: RegExpExecArray): string => {
  const words = wordsOf(found[0]);
  const [first = ''] = words;
  if (first !== '' && startsSentence(text, found.index)) {
    const end = found.index + found[0].length;
    const after = found[0].slice(first.length) + text.slice(end, end + 60);
    const low = first.toLowerCase();
    const isName = words.length > 1 ? !stopWords.has(low) : isNameAtStart(low, after);
    if (!isName) words.shift();
  }
  while (notNames.test(words[0] ?? '')) words.shift();
  return words.join(' ').toLowerCase();
};

/** Names in lower case, in order of appearance. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(run)].map((found) => nameIn(text, found)).filter((name) => name !== '');

import { withoutEnd } from '@hippocamp/shared/text/cleaned';
import { stopWords } from '@hippocamp/shared/text/terms';
import { monthNames, weekdayNames } from './calendar.js';
import { hasVerb, isFiniteVerb } from './verbs.js';

const languages = `arabic american british bulgarian catalan chinese croatian czech danish dutch english estonian european finnish
  french gaelic german greek hebrew hindi hungarian icelandic indian indonesian irish italian japanese korean latin latvian
  lithuanian mandarin mexican norwegian persian polish portuguese romanian russian scottish serbian slovak slovenian spanish
  swedish swiss thai turkish ukrainian urdu vietnamese welsh`;
const feasts = 'christmas easter halloween thanksgiving hanukkah ramadan passover xmas valentine';
const others = 'internet god mum mom dad mother father grandma grandpa monsieur madame sir lord lady';

const words = new Set([...weekdayNames, ...monthNames, ...`${languages} ${feasts} ${others}`.split(/\s+/)]);

/** Written with a capital, and the name of nobody: days, months, feasts, languages and peoples. In lower case; one or several. */
export const isNoName = (word: string): boolean => words.has(word) || words.has(word.replace(/s$/, ''));

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

import type { Statement } from '@hippocamp/shared/language/statement';
import { speakAs } from '../voice/speak-as.js';
import { isFragment } from './leaning.js';

const FEW_WORDS = 12;

/** What its content is made of. */
type Telling = Pick<Statement, 'words' | 'kind' | 'heading' | 'speaker' | 'question' | 'after'>;

/** An item of a list says what it is only together with its heading. */
const underHeading = ({ heading, kind, words }: Telling): string => {
  if (!heading || heading.length > 100 || kind !== 'item') return words;
  const isShort = words.split(/\s+/).length <= FEW_WORDS;
  return isShort && isFragment(words) ? `${heading}: ${words}` : words;
};

const told = (speaker: string, words: string): string => speakAs(speaker, words) ?? `${speaker}: ${words}`;

const quoted = (speaker: string | null, verb: string, earlier: string, words: string): string =>
  `${speaker === null ? verb : `${speaker}, ${verb.toLowerCase()}`} "${earlier}": ${words}`;

/** What a memory of it would say: the words as they were said, with who said them, and what they mean nothing without. */
export function contentOf(telling: Telling): string {
  const { speaker, question, after, words } = telling;
  if (question !== null) return quoted(speaker, 'Asked', question, words);
  if (after !== null) return quoted(speaker, 'After', after, words);
  const complete = underHeading(telling);
  return speaker === null ? complete : told(speaker, complete);
}

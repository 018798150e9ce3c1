import type { Statement } from '@hippocamp/shared/language/statement';
import { withoutEnd } from '@hippocamp/shared/text/ends';
import { firstPerson, speakAs } from '../voice/speak-as.js';
import { isFragment } from './leaning.js';

const FEW_WORDS = 12;

/** What its content is made of. */
type Telling = Pick<Statement, 'words' | 'kind' | 'heading' | 'speaker' | 'question'>;

/** With a capital at its head and no emoji at its end. */
const capitalised = (words: string): string => {
  const bare = withoutEnd(
    words,
    /[\s\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Variation_Selector}\p{Join_Control}]/u,
  );
  return bare === '' ? words : bare.charAt(0).toUpperCase() + bare.slice(1);
};

/** An item of a list says what it is only together with its heading. */
const underHeading = ({ heading, kind, words }: Telling): string => {
  if (!heading || heading.length > 100 || kind !== 'item') return words;
  const isShort = words.split(/\s+/).length <= FEW_WORDS;
  return isShort && isFragment(words) ? `${heading}: ${words}` : words;
};

const told = (speaker: string, words: string): string =>
  (firstPerson.test(words) ? speakAs(speaker, words) : null) ?? `${speaker}: ${words}`;

/** What a memory of it would say. */
export function contentOf(telling: Telling): string {
  const { speaker, question, words, kind } = telling;
  if (question !== null) return `${speaker === null ? 'Asked' : `${speaker}, asked`} "${question}": ${words}`;
  const complete = underHeading(telling);
  const said = kind === 'log' ? complete : capitalised(complete);
  return speaker === null ? said : told(speaker, said);
}

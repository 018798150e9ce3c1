import { withoutEnd } from '@hippocamp/shared/text/ends';
import { readable } from '../../spans.js';
import { isMachine, isOwnRole } from '../layout/speakers.js';
import { firstPerson, speakAs } from '../voice/speak-as.js';
import { isFragment } from './leaning.js';
import type { Statement } from './statement.js';

const FEW_WORDS = 12;

/** The name that stands for "I"; null where the first person is the owner, or nobody is labelled. */
export const speakerOf = (label: string | null): string | null => {
  if (label === null || isOwnRole(label)) return null;
  return isMachine(label) ? label.charAt(0).toUpperCase() + label.slice(1) : label;
};

/** With a capital at its head and no emoji at its end. */
const capitalised = (words: string): string => {
  const bare = withoutEnd(
    words,
    /[\s\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Variation_Selector}\p{Join_Control}]/u,
  );
  return bare === '' ? words : bare.charAt(0).toUpperCase() + bare.slice(1);
};

/** An item of a list says what it is only together with its heading. */
const underHeading = (masked: string, { passage, words }: Statement): string => {
  const { heading, kind } = passage;
  const isShort = words.split(/\s+/).length <= FEW_WORDS;
  if (heading === null || kind !== 'item' || !isShort || !isFragment(words)) return words;
  const title = withoutEnd(readable(masked.slice(heading.start, heading.end)), /[:：#*\s]/);
  return title === '' || title.length > 100 ? words : `${title}: ${words}`;
};

const told = (speaker: string, words: string): string =>
  (firstPerson.test(words) ? speakAs(speaker, words) : null) ?? `${speaker}: ${words}`;

/** What the memory will say. */
export function contentOf(masked: string, statement: Statement): string {
  const speaker = speakerOf(statement.passage.speaker);
  const { question, words } = statement;
  if (question !== null) return `${speaker === null ? 'Asked' : `${speaker}, asked`} "${question}": ${words}`;
  const complete = underHeading(masked, statement);
  const said = statement.passage.kind === 'log' ? complete : capitalised(complete);
  return speaker === null ? said : told(speaker, said);
}

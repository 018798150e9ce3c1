import type { Statement } from '@hippocamp/shared/language/statement';
import { withoutEnd } from '@hippocamp/shared/text/ends';
import { instructs } from '../../screen/instructs.js';
import { advance, readable, type Span, trimSpan } from '../../spans.js';
import type { Passage } from '../layout/passages.js';
import { sentencesIn } from '../layout/sentences.js';
import { createBorrowing } from './borrowed.js';
import { confirmedBy, isTag, repliesTo } from './confirmation.js';
import { openingLength, saysNothing } from './openings.js';
import { answers, isQuestion } from './questions.js';

/** What is said in one sentence or line, still in the words of the text. */
export interface Said extends Span {
  passage: Passage;
  kind: Statement['kind'];
  words: string;
  /** The words with their opening. */
  spoken: string;
  instructs: boolean;
  /** The question that it answers. */
  question: string | null;
  /** Said for somebody else, about words, or in a play. */
  borrowed: boolean;
}

/** The questions of a talk, while it goes on. */
interface Talk {
  turn: number;
  speaker: string | null;
  /** The last question of the turn before. */
  asked: string | null;
  /** The last question of this turn. */
  asking: string | null;
  /** What was said last, which "Is that right?" asks about. */
  last: string;
}

const goingOn = (talk: Talk, { turn, speaker }: Passage): Talk =>
  turn === talk.turn
    ? talk
    : { turn, speaker, asked: speaker === talk.speaker ? null : talk.asking, asking: null, last: '' };

/** What a question asks: "Is that right?" what was said before it. */
const aboutLast = (question: string, last: string): string =>
  last !== '' && isTag(question) ? `${withoutEnd(last, /[.!\s]/)}?` : question;

/** Without the passage. */
type Words = Omit<Said, 'passage' | 'kind' | 'borrowed'>;

const byForm = ({ start, end }: Span, said: string): Words => ({
  ...{ start, end, words: said, spoken: said },
  ...{ instructs: instructs(said), question: null },
});

/** Those who talk, so that calling one by name is known. */
const namesIn = (passages: readonly Passage[]): ReadonlySet<string> =>
  new Set(passages.flatMap(({ speaker }) => (speaker === null ? [] : [speaker, speaker.split(' ')[0] ?? speaker])));

/** A sentence without its opening; null where nothing is left that it says. */
const sentenceOf = (
  masked: string,
  span: Span,
  { spoken, asked }: { spoken: string; asked: string | null },
  names: ReadonlySet<string>,
): Words | null => {
  const confirmed = confirmedBy(asked, spoken);
  if (confirmed !== null) return { ...span, words: confirmed, spoken: confirmed, instructs: false, question: null };
  if (repliesTo(asked, spoken))
    return { ...span, words: spoken, spoken, instructs: instructs(spoken), question: asked };
  const opening = openingLength(spoken, names);
  const words = spoken.slice(opening).trim();
  const steers = instructs(spoken);
  const isAnswer = !steers && !names.has(withoutEnd(words, /[^\p{L}]/u)) && answers(asked, words);
  if (!steers && !isAnswer && saysNothing(words)) return null;
  const place = trimSpan(masked, advance(masked, span, opening));
  return { ...place, words, spoken, instructs: steers, question: isAnswer ? asked : null };
};

/** What is said in the passages, in their order, without headings; a question may tell something. */
export function saidIn(masked: string, passages: readonly Passage[], isChat: boolean): Said[] {
  const isBorrowed = createBorrowing(masked, isChat);
  const names = namesIn(passages);
  let talk: Talk = { turn: -1, speaker: null, asked: null, asking: null, last: '' };

  const sentence = (passage: Passage, span: Span): Omit<Said, 'kind'>[] => {
    const spoken = readable(masked.slice(span.start, span.end));
    const { asked, asking, last } = talk;
    const asks = isQuestion(spoken);
    talk = { ...talk, asked: null, asking: asks ? aboutLast(spoken, last) : asking, last: spoken };
    const borrowed = isBorrowed(span, spoken, passage);
    const found = sentenceOf(masked, span, { spoken, asked: asks || borrowed ? null : asked }, names);
    return found ? [{ ...found, passage, borrowed }] : [];
  };

  return passages.flatMap((passage) => {
    const { kind, said } = passage;
    talk = goingOn(talk, passage);
    if (kind === 'heading') {
      // "Summarise the following:" stands above what it is about as a heading does.
      isBorrowed(passage, readable(masked.slice(passage.start, passage.end)), passage);
      return [];
    }
    if (said !== undefined) return [{ ...byForm(passage, said), passage, kind, borrowed: false }];
    return sentencesIn(masked, passage).flatMap((span) => sentence(passage, span).map((found) => ({ ...found, kind })));
  });
}
